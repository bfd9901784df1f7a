/** The language server of rules: {@code plumbline lsp}. */
@NullMarked
package dev.plumbline.cli.lsp;

import org.jspecify.annotations.NullMarked;

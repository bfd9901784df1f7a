// What a view shows, as Markdown: for a ticket, a chat, a pull request.

const BLOCKS = new Set(["P", "DIV", "SECTION", "UL", "OL", "DL", "TABLE", "PRE", "DETAILS", "FIGURE", "H1", "H2", "H3", "FORM", "NAV"]);
const LEFT_OUT = new Set(["BUTTON", "FORM", "INPUT", "SELECT", "LABEL", "SCRIPT", "STYLE"]);

/** A heading with the link, then the view. */
export function markdown(title, address, view) {
  const body = blocks(view).join("\n\n").replace(/\n{3,}/g, "\n\n").trim();
  return `## ${escaped(title)}\n\n<${address}>\n\n${body}\n`;
}

function blocks(node) {
  const done = [];
  let line = "";
  const end = () => {
    if (line.trim()) done.push(tidy(line));
    line = "";
  };
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      line += escaped(child.data);
    } else if (child.nodeType !== Node.ELEMENT_NODE || skipped(child)) {
      continue;
    } else if (BLOCKS.has(child.tagName) || child.querySelector(":scope > :is(p, div, ul, ol, table, pre)")) {
      end();
      done.push(...block(child));
    } else {
      line += inline(child);
    }
  }
  end();
  return done;
}

function skipped(element) {
  // The head of a column is a button where one can sort by it.
  return (LEFT_OUT.has(element.tagName) && !element.matches(".sort")) || element.matches(".filters, .unseen, .tabs, [aria-hidden=true], [hidden]");
}

function block(element) {
  switch (element.tagName) {
    case "H1": case "H2": return [`### ${tidy(inlines(element))}`];
    case "H3": return [`#### ${tidy(inlines(element))}`];
    case "PRE": return [fence(element.textContent, element.classList.contains("unified") ? "diff" : "")];
    case "UL": case "OL": return [list(element)];
    case "DL": return [[...element.querySelectorAll(":scope > div")].map((row) =>
      `- ${tidy(inlines(row.children[0]))}: ${tidy(inlines(row.children[1]))}`).join("\n")];
    case "TABLE": return [table(element)];
    case "DETAILS": return details(element);
    default: return blocks(element);
  }
}

function details(element) {
  const head = element.querySelector(":scope > summary");
  const inside = [...element.childNodes].filter((each) => each !== head);
  const holder = { childNodes: inside };
  return [`**${tidy(inlines(head))}**`, ...blocks(holder)];
}

function list(element) {
  return [...element.children].filter((each) => !skipped(each)).map((item) => {
    const [first, ...rest] = blocks(item);
    return ["- " + (first ?? "").replaceAll("\n", "\n  "), ...rest.map((each) => "  " + each.replaceAll("\n", "\n  "))].join("\n");
  }).join("\n");
}

function table(element) {
  const cells = (row) => [...row.children].map((cell) => tidy(blocks(cell).join(" ")).replaceAll("\n", " "));
  const lines = [...element.rows].map(cells);
  if (!lines.length) return "";
  const row = (all) => `| ${all.join(" | ")} |`;
  return [row(lines[0]), row(lines[0].map(() => "---")), ...lines.slice(1).map(row)].join("\n");
}

function inlines(element) {
  return [...element.childNodes].map((child) => child.nodeType === Node.TEXT_NODE ? escaped(child.data)
    : child.nodeType === Node.ELEMENT_NODE && !skipped(child) ? inline(child) : "").join("");
}

function inline(element) {
  switch (element.tagName) {
    case "CODE": return ticks(element.textContent);
    case "STRONG": case "TH": return `**${inlines(element).trim()}**`;
    case "BR": return " ";
    case "SVG": case "svg": return element.getAttribute("aria-label") ? ` (${escaped(element.getAttribute("aria-label"))})` : "";
    case "SUMMARY": return inlines(element);
    default: return inlines(element) + (element.matches(".badge, .figure, .position, .pair, .rule, .name") ? " " : "");
  }
}

const tidy = (text) => text.replace(/[ \t\r\n]+/g, " ").trim();

/** What others have written is text there, too. */
const escaped = (text) => text.replace(/[\\`*_[\]<>|#~]/g, "\\$&");

function ticks(text) {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  const clean = text.replace(/\s+/g, " ").replaceAll("|", "¦");
  return longest ? `${mark} ${clean} ${mark}` : mark + clean + mark;
}

function fence(text, language) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${text.replace(/\n$/, "")}\n${mark}`;
}

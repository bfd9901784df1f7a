# Sourced by ./plumbline and ./mvnw: exports JAVA_HOME of a JDK >= 21, or says what to install.

# Prints the feature release of the JDK in $1, or nothing when there is no JDK.
jdk_release() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 0
  # The release file answers without starting a JVM.
  if [ -r "$1/release" ]; then
    sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9]*\).*/\1/p' "$1/release"
  else
    "$1/bin/java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1
  fi
}

jdk_fits() {
  release=$(jdk_release "$1")
  [ -n "$release" ] && [ "$release" -ge 21 ] 2>/dev/null
}

find_jdk() {
  if [ -n "${JAVA_HOME:-}" ] && jdk_fits "$JAVA_HOME"; then
    return 0
  fi
  on_path=$(command -v javac 2>/dev/null) || on_path=
  if [ -n "$on_path" ]; then
    # /usr/bin/javac is a chain of links; the JDK is where it ends.
    on_path=$(readlink -f "$on_path" 2>/dev/null || printf %s "$on_path")
  fi
  best= best_release=0
  # Globs are expanded here on purpose, also where the caller has switched them off (set -f).
  case $- in *f*) globbing=off ;; *) globbing=on ;; esac
  set +f
  for home in "${on_path%/bin/javac}" \
    /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/java/* /opt/jdk* /opt/jdks/* /usr/local/openjdk* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/* \
    "${HOME:-/nonexistent}"/.local/share/mise/installs/java/* "${HOME:-/nonexistent}"/.asdf/installs/java/*; do
    [ -n "$home" ] || continue
    if jdk_fits "$home"; then
      # The JDK on PATH comes first and wins; else the newest one.
      if [ -z "$best" ] || { [ "$best" != "${on_path%/bin/javac}" ] && [ "$release" -gt "$best_release" ]; }; then
        best=$home best_release=$release
      fi
    fi
  done
  [ "$globbing" = on ] || set -f
  if [ -z "$best" ]; then
    echo "plumbline: no JDK 21 or newer found (looked at JAVA_HOME, PATH and the usual folders). Maybe install one: 'apt-get install openjdk-21-jdk', 'dnf install java-21-openjdk-devel' or 'brew install openjdk@21', or set JAVA_HOME." >&2
    return 2
  fi
  JAVA_HOME=$best
  export JAVA_HOME
}

# Prints the option by which a JVM asks the kernel for large pages, which take a tenth less CPU, or nothing where it would ask in vain and
# say so.
large_pages() {
  read -r pages 2>/dev/null </sys/kernel/mm/transparent_hugepage/enabled || return 0
  case $pages in *"[madvise]"*) echo "-XX:+UseTransparentHugePages" ;; esac
}

find_jdk

package dev.plumbline.fact;

/**
 * Patterns as EC2 filters understand them: {@code *} for any run of characters, {@code ?} for one.
 */
public final class Glob {

  private Glob() {}

  /**
   * Whether all of {@code text} fits {@code pattern}; upper and lower case differ, {@code \} takes
   * the next character as it is.
   */
  public static boolean matches(String pattern, String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int retry = 0;
    while (t < text.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        retry = t;
        continue;
      }
      int literal = p < pattern.length() - 1 && pattern.charAt(p) == '\\' ? 1 : 0;
      if (p < pattern.length()
          && (pattern.charAt(p + literal) == text.charAt(t)
              || (literal == 0 && pattern.charAt(p) == '?'))) {
        p += 1 + literal;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++retry;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}

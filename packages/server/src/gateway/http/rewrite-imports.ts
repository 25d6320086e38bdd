/**
 * Renames every module that a source names by a literal (`import … from "x"`, `export … from "x"`, `import("x")`).
 * Browsers do not resolve bare names, and import maps do not reach workers.
 */
export function rewriteImports(source: string, rename: (specifier: string) => string): string {
  let result = "";
  let copied = 0;
  for (const { start, end } of specifiers(source)) {
    const quote = source[start]!;
    result += source.slice(copied, start) + quote + rename(source.slice(start + 1, end - 1)) + quote;
    copied = end;
  }
  return result + source.slice(copied);
}

/** Returns whether a name is neither a path nor a URL. */
export function isBare(specifier: string): boolean {
  return !/^(\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(specifier);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Yields the string literals that name modules. In JavaScript, only a module's name can follow `from` or `import` in
 * this form.
 */
function* specifiers(source: string): Generator<Span> {
  let [third, second, last] = ["", "", ""];
  for (const { start, end, kind } of tokens(source)) {
    const isNamed = last === "from" || last === "import" || (last === "(" && second === "import" && third !== ".");
    if (kind === "string" && isNamed) yield { start, end };
    [third, second, last] = [second, last, kind === "string" ? '"' : source.slice(start, end)];
  }
}

interface Token extends Span {
  readonly kind: "string" | "other";
}

/** Yields words, strings and punctuation, without comments, regular expressions and the text of templates. */
function* tokens(source: string): Generator<Token> {
  /** For each open brace, whether it belongs to a template's `${`. */
  const braces: boolean[] = [];
  let last = "";
  let at = 0;
  const skipTemplate = (): void => {
    while (at < source.length && source[at] !== "`" && !source.startsWith("${", at)) at += source[at] === "\\" ? 2 : 1;
    if (source[at] === "`") at++;
    else {
      braces.push(true);
      at += 2;
    }
  };
  while (at < source.length) {
    const start = at;
    const char = source[at]!;
    if (/\s/.test(char)) {
      at++;
      continue;
    }
    if (source.startsWith("//", at)) {
      at = endOf(source, /[\n\r\u2028\u2029]/g, at);
      continue;
    }
    if (source.startsWith("/*", at)) {
      at = endOf(source, /\*\//g, at + 2);
      continue;
    }
    if (char === '"' || char === "'") {
      at = endOf(source, char === '"' ? /(?<!\\)(?:\\\\)*"/g : /(?<!\\)(?:\\\\)*'/g, at + 1);
      yield { start, end: at, kind: "string" };
      last = '"';
      continue;
    }
    if (char === "`") {
      at++;
      skipTemplate();
      last = "`";
      continue;
    }
    if (char === "/" && beginsRegExp(last)) {
      at = endOf(source, /(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/gy, at + 1);
      last = "/regexp/";
      continue;
    }
    const word = /[\p{ID_Continue}$#\\]+/uy;
    word.lastIndex = at;
    at += word.exec(source)?.[0].length ?? 1;
    last = source.slice(start, at);
    yield { start, end: at, kind: "other" };
    if (last === "{") braces.push(false);
    if (last === "}" && braces.pop() === true) {
      skipTemplate();
      last = "`";
    }
  }
}

/** Returns where the first match of a pattern ends, searching from a place; the end of the source if there is none. */
function endOf(source: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(source) === null ? source.length : pattern.lastIndex;
}

/** Returns whether a slash after this token begins a regular expression rather than a division. */
function beginsRegExp(last: string): boolean {
  if (/^(return|typeof|case|in|of|delete|void|throw|new|do|else|instanceof|yield|await)$/.test(last)) return true;
  return !/^[\p{ID_Continue}$#]+$|^[)\]"`]$|^\/regexp\/$/u.test(last);
}

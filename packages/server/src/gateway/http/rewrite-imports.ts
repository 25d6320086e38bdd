/**
 * Gives every module that a source names by a literal (`import … from "x"`, `export … from "x"`, `import("x")`) another
 * name. Browsers know no bare names, and import maps do not reach workers.
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

/** Names that are neither paths nor URLs. */
export function isBare(specifier: string): boolean {
  return !/^(\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(specifier);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The string literals that name modules. Nothing else may follow `from` and `import` as a string does. */
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

/** Words, strings and marks, without comments, regular expressions and the texts of templates. */
function* tokens(source: string): Generator<Token> {
  /** For each open brace, whether it is that of a template's `${`. */
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

/** Where a pattern that is looked for from a place on ends; the end of the source when it is not there. */
function endOf(source: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(source) === null ? source.length : pattern.lastIndex;
}

/** Whether a slash after this token divides nothing. */
function beginsRegExp(last: string): boolean {
  if (/^(return|typeof|case|in|of|delete|void|throw|new|do|else|instanceof|yield|await)$/.test(last)) return true;
  return !/^[\p{ID_Continue}$#]+$|^[)\]"`]$|^\/regexp\/$/u.test(last);
}

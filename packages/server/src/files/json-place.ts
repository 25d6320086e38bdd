/** Returns where a text stops being JSON. JSON.parse says what is wrong, but often not where. */
export function jsonErrorOffset(text: string): number {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const token = (pattern: RegExp): boolean => {
    skip(BLANKS);
    return skip(pattern);
  };
  /** Reads items after "{" or "[". Returns whether everything up to the closing bracket was valid. */
  const items = (end: RegExp, item: () => boolean): boolean => {
    if (token(end)) return true;
    while (item()) {
      if (token(end)) return true;
      if (!token(COMMA)) return false;
    }
    return false;
  };
  const value = (): boolean => {
    if (token(OPEN_OBJECT)) return items(CLOSE_OBJECT, () => token(STRING) && token(COLON) && value());
    if (token(OPEN_LIST)) return items(CLOSE_LIST, value);
    return token(STRING) || token(NUMBER) || token(WORD);
  };
  value();
  skip(BLANKS);
  return at;
}

const BLANKS = /[ \t\r\n]*/y;
/** From the space character on, because control characters must be escaped. */
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const OPEN_OBJECT = /\{/y;
const CLOSE_OBJECT = /\}/y;
const OPEN_LIST = /\[/y;
const CLOSE_LIST = /\]/y;
const COMMA = /,/y;
const COLON = /:/y;

/** Classes, interfaces and objects that sources declare, with the names that occur beside each declaration. */
export interface CodeNames {
  /** Returns whether a text such as `Runner.pass` names a declared class, but no file with that class has the member. */
  isStale(text: string): boolean;
}

/** Reads the declarations of sources. Rough, but enough to find what was renamed or removed. */
export function codeNames(sources: readonly string[]): CodeNames {
  const declared = new Map<string, string[]>();
  for (const source of sources) {
    for (const [, name] of source.matchAll(/\b(?:class|interface|const|type) ([A-Z]\w+)/g)) {
      declared.set(name!, [...(declared.get(name!) ?? []), source]);
    }
  }
  return {
    isStale(text) {
      const [, name, member] = /^([A-Z]\w+)\.(#?[a-z]\w*)$/.exec(text) ?? [];
      const places = name === undefined ? undefined : declared.get(name);
      if (places === undefined) return false;
      const pattern = new RegExp(String.raw`(?<![\w#])${member}\b`);
      return !places.some((source) => pattern.test(source));
    },
  };
}

import type { orrery } from "@orrery/msgs";
import { defineCommand, numberFlag, switchFlag, textFlag } from "../arguments.ts";
import { connect, serverFlag } from "../client.ts";
import { Failure } from "../failure.ts";
import { type AskItems, type SearchedItems, searchItems } from "../items/find-items.ts";
import { fitsPattern, isPattern, wordsOf } from "../items/item-names.ts";
import { chosenManagers, managerFlag, queryItems, type Manager } from "../items/managers.ts";
import { columns, note, print, style } from "../terminal.ts";

export const introspectList = defineCommand({
  name: "introspect list",
  summary: "Lists what can be watched: the values of worlds and programs, with types and units.",
  operands: ["[PATTERN…]"],
  flags: {
    of: textFlag("THING", "only items of this model, link or joint, and the names of what is below it"),
    manager: managerFlag,
    limit: numberFlag("N", "at most N items of each manager (default 10000)", { integer: true, min: 1 }),
    json: switchFlag("one JSON object per line"),
    server: serverFlag,
  },
  examples: [
    "orrery introspect list linear_velocity        # whose names contain this",
    "orrery introspect list 'vehicle::*::pose'     # * stands for any letters",
    "orrery introspect list --of vehicle::chassis",
    "orrery introspect list --json",
  ],
  async run({ of, manager: label, limit = 10_000, json, server }, patterns) {
    using client = await connect(server);
    const managers = chosenManagers(client, label);
    const words = patterns.flatMap((pattern) => (isPattern(pattern) ? wordsOf(pattern) : [pattern]));
    let count = 0;
    for (const manager of managers) {
      const ask = (query: orrery.ItemQuery): Promise<orrery.IntrospectionItems> => queryItems(client, manager, query);
      const { items, things, isPartial } = await (of === undefined
        ? searchItems(ask, words, limit).then((searched) => ({ ...searched, things: [] }))
        : itemsOf(ask, of, words, limit));
      const found = items.filter(({ name = "" }) =>
        patterns.every((pattern) => !isPattern(pattern) || fitsPattern(name, pattern)),
      );
      count += found.length;
      if (json) printJson(manager, found);
      else
        printItems({
          manager,
          isOneOfSeveral: managers.length > 1,
          items: found,
          things,
        });
      if (isPartial) note(`${manager.label} has more: name some words, or a thing by --of, or a higher --limit`);
      count += things.length;
    }
    if (count > 0) return 0;
    const what = [...patterns.map((pattern) => `"${pattern}"`), ...(of === undefined ? [] : [`--of ${of}`])];
    throw new Failure(`no item fits ${what.join(" ")}; without arguments, orrery introspect list shows all`);
  },
});

async function itemsOf(
  ask: AskItems,
  of: string,
  words: readonly string[],
  limit: number,
): Promise<SearchedItems & { readonly things: readonly string[] }> {
  const { items = [], things = [], partial: isPartial = false } = await ask({ of, words, limit });
  return { items, things, isPartial };
}

function printJson({ label }: Manager, items: readonly orrery.IntrospectionItem[]): void {
  for (const { name = "", type = "", units = [], unavailable = "", note: remark = "", live = false } of items) {
    const optional = { ...(unavailable === "" ? {} : { unavailable }), ...(remark === "" ? {} : { note: remark }) };
    print(JSON.stringify({ manager: label, name, type, units, ...optional, ...(live ? { live } : {}) }));
  }
}

function printItems({
  manager,
  isOneOfSeveral,
  items,
  things,
}: {
  readonly manager: Manager;
  readonly isOneOfSeveral: boolean;
  readonly items: readonly orrery.IntrospectionItem[];
  readonly things: readonly string[];
}): void {
  if (items.length + things.length === 0) return;
  if (isOneOfSeveral) print(style.bold(manager.label));
  const rows = items.map(({ name = "", type = "", units = [], unavailable = "", note: remark = "" }) => [
    name,
    type,
    [...new Set(units)].join(" "),
    unavailable === "" ? remark : `not available: ${unavailable}`,
  ]);
  print(columns([...rows, ...things.map((thing) => [thing, "…"])]));
}

import type { Attacker } from "../attacker.ts";

const BLANKS = " ".repeat(300_000);

/** Sends texts made to be slow for backtracking expressions. */
export const baiter: Attacker = {
  name: "baits expressions",
  role: "operator",
  fates: ["refused"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "operator" }, async (client) => {
      const { prefix } = ground.target;
      while (client.goesOn) {
        await client.ask(`${prefix}/create`, { sdf: `<sdf version="${BLANKS}x"><model name="a"/></sdf>` });
        await client.ask(`${prefix}/create`, { sdf: `<!--${"<model ".repeat(40_000)}--><sdf/>` });
        const id = `bait:${crypto.randomUUID()}`;
        const edits = [{ create: { factory: { sdf: "<model ".repeat(40_000) } } }];
        await client.ask(`${prefix}/pending/announce`, { id, edits });
        await client.ask(`${prefix}/remove`, { name: `a${BLANKS}`, type: 2 });
      }
    }),
};

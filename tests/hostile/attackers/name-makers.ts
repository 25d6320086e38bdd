import type { Attacker } from "../attacker.ts";

/** Creates as many topic names as it may, comes back and creates others. */
export const nameMaker: Attacker = {
  name: "makes topic names",
  role: "operator",
  fates: ["served"],
  async attack(ground) {
    let made = 0;
    await ground.joinAgainAndAgain({ role: "operator" }, async (client) => {
      for (let i = 0; i < 900 && client.goesOn; i++) client.node.advertise(`/made/${made++}`, "gz.msgs.Empty");
      ground.tally.note("served");
      await ground.rest(1000);
    });
  },
};

/** Publishes its selection all the time, more often than anybody needs. */
export const poser: Attacker = {
  name: "poses",
  role: "viewer",
  fates: ["served"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "viewer" }, async (client) => {
      const selected = Array.from({ length: 2000 }, (_, i) => i + 1);
      await client.askOver("/orrery/presence", { selected, doing: "looking around", name: "The Admin" }, 4);
    }),
};

/** Watches different entities with every request. */
export const watcher: Attacker = {
  name: "watches everything",
  role: "viewer",
  fates: ["served"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "viewer" }, async (client) => {
      for (let i = 0; client.goesOn; i = (i + 1) % 1000) {
        const watch = Array.from({ length: 256 }, (_, n) => i * 256 + n);
        await Promise.all([1, 2, 3, 4].map(() => client.ask(`${ground.target.prefix}/stream`, { watch })));
      }
    }),
};

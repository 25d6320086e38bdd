import type { Attacker } from "../attacker.ts";

/** Takes the world to different times, over and over. */
export const jumper: Attacker = {
  name: "jumps in time",
  role: "operator",
  fates: ["served"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "operator" }, async (client) => {
      await client.askOver(`${ground.target.prefix}/history/go_to`, { time: { nsec: 500_000_000 } }, 10);
    }),
};

/** Moves something, undoes it and moves it again: each round is a branch of the history. */
export const brancher: Attacker = {
  name: "makes branches",
  role: "operator",
  fates: ["served"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "operator" }, async (client) => {
      const { prefix } = ground.target;
      for (let round = 0; client.goesOn; round++) {
        await client.ask(`${prefix}/set_pose`, { name: "vehicle", position: { x: round % 5, z: 0.4 } });
        await client.ask(`${prefix}/history/undo_redo`, { undo: true });
      }
    }),
};

import type { gz } from "@orrery/msgs";
import type { Attacker } from "../attacker.ts";

/** Creates models and removes them again, as fast as the world allows. */
export const creator: Attacker = {
  name: "creates and removes",
  role: "operator",
  fates: ["served"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "operator" }, async (client) => {
      const { prefix } = ground.target;
      for (let i = 0; client.goesOn; i++) {
        const data = Array.from({ length: 5 }, (_, n): gz.EntityFactory => ({ sdf: box(`made_${i}_${n}`, n) }));
        await client.ask(`${prefix}/create_multiple`, { data });
        const removed = data.map((_, n) => client.ask(`${prefix}/remove`, { name: `made_${i}_${n}`, type: 2 }));
        await Promise.all(removed);
      }
    }),
};

/** Sends models that are refused, with hundreds of unknown elements each, all of which might be logged. */
export const nonsenseCreator: Attacker = {
  name: "creates nonsense",
  role: "operator",
  fates: ["refused"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "operator" }, async (client) => {
      const nonsense = Array.from({ length: 600 }, (_, i) => `<nonsense_${i}/>`).join("");
      const sdf = `<sdf version="1.9"><model name="vehicle">${nonsense}<link name="link"/></model></sdf>`;
      await client.askOver(`${ground.target.prefix}/create`, { sdf }, 4);
    }),
};

function box(name: string, place: number): string {
  return `<sdf version="1.9"><model name="${name}"><static>true</static><pose>${20 + place} 20 1 0 0 0</pose><link name="link">
    <collision name="c"><geometry><box><size>0.3 0.3 0.3</size></box></geometry></collision></link></model></sdf>`;
}

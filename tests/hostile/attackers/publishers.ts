import type { Attacker } from "../attacker.ts";

/** Publishes small messages on a topic to which the world listens, thousands per second. */
export const publisher: Attacker = {
  name: "publishes",
  role: "operator",
  fates: ["served"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "operator" }, async (client) => {
      const publication = client.node.advertise("/model/vehicle/cmd_vel", "gz.msgs.Twist");
      while (client.goesOn) {
        for (let sent = 0; sent < 200; sent++) publication.publish({ linear: { x: sent / 1000 } });
        ground.tally.note("served");
        await ground.rest(20);
      }
    }),
};

/** Publishes messages of 100 kB; the stored part of them must be bounded. */
export const largePublisher: Attacker = {
  name: "publishes much",
  role: "operator",
  fates: ["served"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "operator" }, async (client) => {
      const publication = client.node.advertise("/model/vehicle/cmd_vel", "gz.msgs.Twist");
      const header = { data: [{ key: "x", value: ["x".repeat(100_000)] }] };
      while (client.goesOn) {
        for (let sent = 0; sent < 10; sent++) publication.publish({ header });
        ground.tally.note("served");
        await ground.rest(100);
      }
    }),
};

/** Publishes messages that become commands, each with an entry in the history. */
export const commandPublisher: Attacker = {
  name: "publishes commands",
  role: "operator",
  fates: ["served"],
  attack: (ground) =>
    ground.joinAgainAndAgain({ role: "operator" }, async (client) => {
      const topic = `${ground.target.prefix}/light_config`;
      const publication = client.node.advertise(topic, "gz.msgs.Light");
      for (let intensity = 0; client.goesOn; intensity = (intensity + 1) % 100) {
        for (let sent = 0; sent < 20; sent++) publication.publish({ name: "sun", intensity: intensity / 100 });
        ground.tally.note("served");
        await ground.rest(20);
      }
    }),
};

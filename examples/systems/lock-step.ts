import { defineSystem, findJoint, numberParam, textParam } from "@orrery/sim";
import { JointPosition, JointVelocityCmd } from "@orrery/sim/components";

/**
 * Lets a program outside control a joint in lock-step. Every few steps the program is asked for a speed, and the next
 * step waits for its answer, however fast the world runs. The answer is an input: it is recorded, so undo and replays
 * are exact and do not need the program.
 */
export default defineSystem({
  name: "lock-step",
  summary: "Moves a joint at the speeds that a program outside answers",
  params: {
    joint: textParam("joint_name", "joint", "the joint"),
    service: textParam("service", "/pilot", "asked with the position; answers rad/s or m/s; both gz.msgs.Double"),
    everySteps: numberParam("every_steps", 10, "steps from one request to the next"),
    limitMs: numberParam("limit_ms", 500, "ms of real time that a step waits at most; then the joint stops"),
  },

  create({ entity, world, params, log, later }) {
    const joint = findJoint(world, entity, params.joint);
    if (joint === undefined) throw new Error(`there is no joint "${params.joint}"`);

    const ask = later<number, number>({
      name: "steer",
      // Runs outside of any step, and never in a replay.
      work: async (position, outside) => {
        const answer = await outside.ask(params.service, { data: position }, { response: "gz.msgs.Double" });
        return answer.data ?? 0;
      },
      // An input like any other: the world may be changed here.
      onResult(result) {
        if (!result.ok) log.warn(`the joint stops: ${result.reason}`);
        world.set(joint, JointVelocityCmd, { axis1: result.ok ? result.value : 0, axis2: 0 });
      },
      holdsStep: { limitMs: params.limitMs },
    });

    return {
      preUpdate({ count, paused }) {
        if (paused || count % params.everySteps !== 0) return;
        ask(world.get(joint, JointPosition)?.axis1 ?? 0);
      },
      onRemove: () => world.unset(joint, JointVelocityCmd),
    };
  },
});

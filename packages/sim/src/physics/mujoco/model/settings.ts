/**
 * `discrete` is semi-implicit Euler with springs, dampers and motors implicit, as in Gazebo's default engine. `rk4` is
 * exact to the fourth order for smooth motion, but its motors and springs are explicit, and it does not bounce.
 */
export type MujocoIntegrator = "discrete" | "rk4";

interface MujocoSettings {
  /** Attributes of `<option>` and its `<flag>`. */
  readonly option: string;
  readonly flags: string;
  /**
   * How constraints are restored, as MuJoCo's solref: −stiffness −damping (1/s² and 1/s), or time constant and damping
   * ratio. Separate values for contacts, joint limits, joint friction, and welds that close loops or couple axes.
   */
  readonly contact: string;
  readonly limit: string;
  readonly friction: string;
  readonly weld: string;
}

const SOLVER = 'cone="elliptic" impratio="10" iterations="20" tolerance="1e-6"';
// The joints themselves say which bodies may touch, so MuJoCo's own rule for parents and children is off.
const FLAGS = 'island="disable" autoreset="disable" filterparent="disable"';

/** For the integrator `discrete`, in 1/s² and 1/s. */
export const CONTACT_STIFFNESS = 60000;
export const CONTACT_DAMPING = 2000;
/** The largest impedance of a contact; MuJoCo divides both numbers by it. */
export const HARDEST = 0.99;

export const MUJOCO_SETTINGS: Readonly<Record<MujocoIntegrator, MujocoSettings>> = {
  discrete: {
    option: `integrator="discrete" ${SOLVER}`,
    flags: `${FLAGS} refsafe="disable"`,
    // Overdamped, so that nothing bounces unintentionally: a ball dropped from a metre rebounds by less than a
    // millimetre. A stack of ten boxes sinks by 0.2 mm, a box on a slope just below its friction creeps by 0.01 mm in
    // two seconds.
    contact: `-${CONTACT_STIFFNESS} -${CONTACT_DAMPING}`,
    // Much stiffer than a step can resolve; `step/limits.ts` makes it exact at the end of the step.
    limit: "-1e10 -1e-9",
    friction: "-1 -1000000",
    weld: "-200000 -5000",
  },
  rk4: {
    option: `integrator="RK4" ${SOLVER}`,
    flags: FLAGS,
    contact: "0.004 1",
    limit: "0.004 1",
    friction: "0.004 1",
    weld: "0.004 1",
  },
};

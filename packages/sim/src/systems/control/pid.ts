import { numberParam, type Param } from "../../runner/systems/params.ts";

/** Gains and limits of a PID controller; limits apply only if the upper one is not below the lower one. */
export interface PidGains {
  readonly p: number;
  readonly i: number;
  readonly d: number;
  /** Limits of the integral term, in units of the output. */
  readonly iMin: number;
  readonly iMax: number;
  readonly cmdMin: number;
  readonly cmdMax: number;
  readonly cmdOffset: number;
}

/** The state of a PID controller between steps. */
export interface PidMemory {
  readonly lastError: number;
  /** The integral term, including its gain, within its limits. */
  readonly integral: number;
}

/**
 * Makes one step of a PID controller, term by term as in Gazebo's mathematics library. The error is the actual value
 * minus the wanted one, so the output works against it; the derivative is that of the error and starts from zero. An
 * error that is not finite, or too large to compute with, gives zero output and leaves no trace in the memory.
 */
export function stepPid(
  gains: PidGains,
  { lastError, integral }: PidMemory,
  error: number,
  dt: number,
): PidMemory & { readonly output: number } {
  const rate = (error - lastError) / dt;
  if (dt === 0 || !Number.isFinite(error) || !Number.isFinite(rate)) return { output: 0, lastError, integral };
  const sum = clamp(integral + gains.i * dt * error, gains.iMin, gains.iMax);
  const output = clamp(gains.cmdOffset - gains.p * error - sum - gains.d * rate, gains.cmdMin, gains.cmdMax);
  return Number.isFinite(output) ? { output, lastError: error, integral: sum } : { output: 0, lastError, integral };
}

/** Returns the parameters of a controller with one PID, as Gazebo's systems name them. */
export function pidParams(
  defaults: Pick<PidGains, "p" | "i" | "d">,
): Record<"p" | "i" | "d" | "iMax" | "iMin" | "cmdMax" | "cmdMin" | "cmdOffset", Param<number>> {
  return {
    p: numberParam("p_gain", defaults.p, "output per error"),
    i: numberParam("i_gain", defaults.i, "output per error and second"),
    d: numberParam("d_gain", defaults.d, "output per rate of change of the error"),
    iMax: numberParam("i_max", 1, "upper limit of the integral term"),
    iMin: numberParam("i_min", -1, "lower limit of the integral term"),
    cmdMax: numberParam("cmd_max", 1000, "upper limit of the output"),
    cmdMin: numberParam("cmd_min", -1000, "lower limit of the output"),
    cmdOffset: numberParam("cmd_offset", 0, "added to the output"),
  };
}

function clamp(value: number, lower: number, upper: number): number {
  return upper >= lower ? Math.max(Math.min(value, upper), lower) : value;
}

import { pick, type Kind, type Mix } from './mix.js';

/** An action, and when it is to begin: milliseconds after the start. */
export interface Arrival {
  at: number;
  kind: Kind;
}

/**
 * Arrivals of independent players (a Poisson process): pauses are exponentially distributed, whatever the
 * product does meanwhile.
 * @param rate actions a second
 */
export function* arrivals(
  rate: number,
  seconds: number,
  mix: Mix,
  random: () => number = Math.random,
): Generator<Arrival> {
  for (let at = 0; ;) {
    at += (-Math.log(1 - random()) * 1_000) / rate;
    if (at >= seconds * 1_000) return;
    yield { at, kind: pick(mix, random) };
  }
}

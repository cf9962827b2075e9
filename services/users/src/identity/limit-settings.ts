import { z } from 'zod';

/** So many times in so many seconds. */
export interface Allowance {
  times: number;
  seconds: number;
}

/** Written `20/3600`: twenty times an hour. */
const allowance = z
  .string()
  .regex(/^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, 'is not of the form times/seconds, for example 20/3600')
  .transform((text): Allowance => {
    const [times, seconds] = text.split('/').map(Number) as [number, number];
    return { times, seconds };
  })
  .optional();

/** The environment's overrides of the limits below. */
export const limitSettings = {
  LIMIT_SIGN_UPS_PER_ADDRESS: allowance,
  LIMIT_CODES_PER_ADDRESS: allowance,
  LIMIT_CODES_PER_CONTACT: allowance,
  LIMIT_CODES_PER_CONTACT_AND_DAY: allowance,
  LIMIT_CODES_PER_CALLING_CODE: allowance,
  LIMIT_TRIES_PER_ADDRESS: allowance,
  LIMIT_TRIES_PER_CONTACT: allowance,
  LIMIT_PASSKEYS_PER_ADDRESS: allowance,
};

export type LimitName = keyof typeof limitSettings;

type Mode = 'local' | 'production';

/**
 * A code has a million values and five tries, and a contact may ask for few a day: at 20 codes a
 * day the chance to guess one in a year is below 4 %, and below that again by the limit of tries.
 * Many people share one address (offices, mobile networks), so addresses get more room. In local
 * mode one machine plays everybody (wire.md asks for about 50 sign-ups from one address).
 */
const DEFAULTS: Record<LimitName, Record<Mode, Allowance>> = {
  LIMIT_SIGN_UPS_PER_ADDRESS: { production: { times: 20, seconds: 3_600 }, local: { times: 1_000, seconds: 60 } },
  LIMIT_CODES_PER_ADDRESS: { production: { times: 30, seconds: 600 }, local: { times: 1_000, seconds: 60 } },
  LIMIT_CODES_PER_CONTACT: { production: { times: 3, seconds: 60 }, local: { times: 20, seconds: 60 } },
  LIMIT_CODES_PER_CONTACT_AND_DAY: { production: { times: 20, seconds: 86_400 }, local: { times: 1_000, seconds: 86_400 } },
  // Who is paid for SMS to a country has them sent there. This bounds what an hour of it costs; where many players live it has to be more.
  LIMIT_CODES_PER_CALLING_CODE: { production: { times: 300, seconds: 3_600 }, local: { times: 100_000, seconds: 60 } },
  LIMIT_TRIES_PER_ADDRESS: { production: { times: 100, seconds: 600 }, local: { times: 2_000, seconds: 60 } },
  LIMIT_TRIES_PER_CONTACT: { production: { times: 30, seconds: 3_600 }, local: { times: 100, seconds: 60 } },
  // Nobody guesses a signature; the sign-in screen asks for a challenge whenever it is opened.
  LIMIT_PASSKEYS_PER_ADDRESS: { production: { times: 300, seconds: 600 }, local: { times: 2_000, seconds: 60 } },
};

export const allowanceOf = (name: LimitName, config: { MODE: Mode } & Partial<Record<LimitName, Allowance>>): Allowance =>
  config[name] ?? DEFAULTS[name][config.MODE];

/** Seconds of the first wait after wrong codes, which doubles up to the longest. */
export interface CodeWait {
  first: number;
  longest: number;
}

/** Written `30/3600`. */
export const codeWaitSetting = z
  .string()
  .regex(/^[1-9]\d{0,4}\/[1-9]\d{0,4}$/, 'is not of the form first/longest seconds, for example 30/3600')
  .transform((text): CodeWait => {
    const [first, longest] = text.split('/').map(Number) as [number, number];
    return { first, longest };
  })
  .optional();

const DEFAULT_WAIT: Record<Mode, CodeWait> = { production: { first: 30, longest: 3_600 }, local: { first: 1, longest: 60 } };

export const codeWaitOf = ({ MODE, CODE_WAIT }: { MODE: Mode; CODE_WAIT?: CodeWait }): CodeWait => CODE_WAIT ?? DEFAULT_WAIT[MODE];

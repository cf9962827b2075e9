import { z } from 'zod';

/** A number of times in a number of seconds. */
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

/** Overrides of the limits by environment variables. */
export const limitSettings = {
  LIMIT_SIGN_UPS_PER_ADDRESS: allowance,
  LIMIT_CODES_PER_ADDRESS: allowance,
  LIMIT_CODES_PER_CONTACT: allowance,
  LIMIT_CODES_PER_CALLING_CODE: allowance,
  LIMIT_CODES_PER_CALLING_CODE_AND_ADDRESS: allowance,
  LIMIT_TRIES_PER_ADDRESS: allowance,
  LIMIT_TRIES_PER_CONTACT: allowance,
  LIMIT_PASSKEYS_PER_ADDRESS: allowance,
  LIMIT_TAKEDOWNS_PER_ADDRESS: allowance,
  LIMIT_POSTS_OF_PLAYER: allowance,
  LIMIT_POSTS_OF_NEW_PLAYER: allowance,
  LIMIT_DAILY_POSTS_OF_NEW_PLAYER: allowance,
};

export type LimitName = keyof typeof limitSettings;

type Mode = 'local' | 'production';

/**
 * README.md has the reasons and the arithmetic for a code with a million values. Many people share
 * one address (offices, mobile networks), so addresses have higher limits than contacts. In local mode
 * all callers have one address (wire.md needs about 50 sign-ups from one address).
 */
const DEFAULTS: Record<LimitName, Record<Mode, Allowance>> = {
  LIMIT_SIGN_UPS_PER_ADDRESS: { production: { times: 10, seconds: 900 }, local: { times: 1_000, seconds: 60 } },
  LIMIT_CODES_PER_ADDRESS: { production: { times: 30, seconds: 600 }, local: { times: 1_000, seconds: 60 } },
  LIMIT_CODES_PER_CONTACT: { production: { times: 3, seconds: 60 }, local: { times: 20, seconds: 60 } },
  // Bounds the cost of SMS toll fraud by calling code; raise it where many players live.
  LIMIT_CODES_PER_CALLING_CODE: { production: { times: 100, seconds: 900 }, local: { times: 100_000, seconds: 60 } },
  LIMIT_CODES_PER_CALLING_CODE_AND_ADDRESS: { production: { times: 5, seconds: 900 }, local: { times: 1_000, seconds: 60 } },
  LIMIT_TRIES_PER_ADDRESS: { production: { times: 40, seconds: 900 }, local: { times: 2_000, seconds: 60 } },
  LIMIT_TRIES_PER_CONTACT: { production: { times: 15, seconds: 900 }, local: { times: 100, seconds: 60 } },
  // Signatures cannot be guessed; the sign-in screen requests a challenge whenever it is opened.
  // Each one is read by a person.
  LIMIT_TAKEDOWNS_PER_ADDRESS: { production: { times: 5, seconds: 86_400 }, local: { times: 100, seconds: 60 } },
  LIMIT_PASSKEYS_PER_ADDRESS: { production: { times: 300, seconds: 600 }, local: { times: 2_000, seconds: 60 } },
  // A lively talk is a post a minute.
  LIMIT_POSTS_OF_PLAYER: { production: { times: 60, seconds: 3_600 }, local: { times: 2_000, seconds: 60 } },
  // In the first week of an account, when most spam is written.
  LIMIT_POSTS_OF_NEW_PLAYER: { production: { times: 10, seconds: 3_600 }, local: { times: 1_000, seconds: 60 } },
  LIMIT_DAILY_POSTS_OF_NEW_PLAYER: { production: { times: 30, seconds: 86_400 }, local: { times: 10_000, seconds: 60 } },
};

export const allowanceOf = (name: LimitName, config: { MODE: Mode } & Partial<Record<LimitName, Allowance>>): Allowance =>
  config[name] ?? DEFAULTS[name][config.MODE];

/** Seconds of the first wait, which doubles up to the longest. */
export interface CodeWait {
  first: number;
  longest: number;
}

/** The waits after the free codes of a day. */
export interface SendingWait extends CodeWait {
  free: number;
}

/** Longest time in seconds that a contact can be kept from codes. */
const LONGEST_LOCK = 900;

const DEFAULT_WAIT: Record<Mode, CodeWait> = { production: { first: 30, longest: LONGEST_LOCK }, local: { first: 1, longest: 60 } };
const DEFAULT_SENDING_WAIT: Record<Mode, SendingWait> = {
  production: { free: 5, first: 60, longest: LONGEST_LOCK },
  local: { free: 1_000, first: 1, longest: 60 },
};

/** Overrides of the waits by environment variables. */
export const waitSettings = {
  /** Written `30/900`. */
  CODE_WAIT: z
    .string()
    .regex(/^[1-9]\d{0,4}\/[1-9]\d{0,4}$/, 'is not of the form first/longest seconds, for example 30/900')
    .transform((text): CodeWait => {
      const [first, longest] = text.split('/').map(Number) as [number, number];
      return { first, longest };
    })
    .optional(),
  /** Written `5/60/900`. */
  CODE_SENDING_WAIT: z
    .string()
    .regex(/^[1-9]\d{0,4}\/[1-9]\d{0,4}\/[1-9]\d{0,4}$/, 'is not of the form free/first/longest, for example 5/60/900')
    .transform((text): SendingWait => {
      const [free, first, longest] = text.split('/').map(Number) as [number, number, number];
      return { free, first, longest };
    })
    .optional(),
};

export const codeWaitOf = ({ MODE, CODE_WAIT }: { MODE: Mode; CODE_WAIT?: CodeWait }): CodeWait => CODE_WAIT ?? DEFAULT_WAIT[MODE];

export const sendingWaitOf = ({ MODE, CODE_SENDING_WAIT }: { MODE: Mode; CODE_SENDING_WAIT?: SendingWait }): SendingWait =>
  CODE_SENDING_WAIT ?? DEFAULT_SENDING_WAIT[MODE];

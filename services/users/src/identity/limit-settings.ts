import { z } from 'zod';

/** A number of uses in a number of seconds. */
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
  });

type Mode = 'local' | 'production';

/**
 * README.md has the reasons and the arithmetic for a code with a million values. Many people share
 * one address (offices, mobile networks), so addresses have higher limits than contacts. In local mode
 * all callers have one address (wire.md needs about 50 sign-ups from one address).
 */
const DEFAULTS = {
  LIMIT_SIGN_UPS_PER_ADDRESS: { production: { times: 10, seconds: 900 }, local: { times: 1_000, seconds: 60 } },
  LIMIT_CODES_PER_ADDRESS: { production: { times: 30, seconds: 600 }, local: { times: 1_000, seconds: 60 } },
  LIMIT_CODES_PER_CONTACT: { production: { times: 3, seconds: 60 }, local: { times: 20, seconds: 60 } },
  // Limits the cost of SMS toll fraud by calling code; raise it where many players live.
  LIMIT_CODES_PER_CALLING_CODE: { production: { times: 100, seconds: 900 }, local: { times: 100_000, seconds: 60 } },
  LIMIT_CODES_PER_CALLING_CODE_AND_ADDRESS: {
    production: { times: 5, seconds: 900 },
    local: { times: 1_000, seconds: 60 },
  },
  LIMIT_TRIES_PER_ADDRESS: { production: { times: 40, seconds: 900 }, local: { times: 2_000, seconds: 60 } },
  LIMIT_TRIES_PER_CONTACT: { production: { times: 15, seconds: 900 }, local: { times: 100, seconds: 60 } },
  // Signatures cannot be guessed; the sign-in screen requests a challenge whenever it is opened. Each takedown request
  // is read by a person.
  LIMIT_TAKEDOWNS_PER_ADDRESS: { production: { times: 5, seconds: 86_400 }, local: { times: 100, seconds: 60 } },
  LIMIT_PASSKEYS_PER_ADDRESS: { production: { times: 300, seconds: 600 }, local: { times: 2_000, seconds: 60 } },
  // A lively discussion has a post a minute.
  LIMIT_POSTS_OF_PLAYER: { production: { times: 60, seconds: 3_600 }, local: { times: 2_000, seconds: 60 } },
  // In the first week of an account, when most spam is written.
  LIMIT_POSTS_OF_NEW_PLAYER: { production: { times: 10, seconds: 3_600 }, local: { times: 1_000, seconds: 60 } },
  LIMIT_DAILY_POSTS_OF_NEW_PLAYER: {
    production: { times: 30, seconds: 86_400 },
    local: { times: 10_000, seconds: 60 },
  },
} satisfies Record<string, Record<Mode, Allowance>>;

export type LimitName = keyof typeof DEFAULTS;

const limit = (name: LimitName, description: string) => {
  const format = ({ times, seconds }: Allowance) => `${times}/${seconds}`;
  return allowance.optional().meta({
    description,
    byMode: { local: format(DEFAULTS[name].local), production: format(DEFAULTS[name].production) },
  });
};

/** Overrides of the limits by environment variables. */
export const limitSettings = {
  LIMIT_SIGN_UPS_PER_ADDRESS: limit('LIMIT_SIGN_UPS_PER_ADDRESS', 'sign-ups/seconds from one address'),
  LIMIT_CODES_PER_ADDRESS: limit('LIMIT_CODES_PER_ADDRESS', 'codes/seconds requested from one address'),
  LIMIT_CODES_PER_CONTACT: limit(
    'LIMIT_CODES_PER_CONTACT',
    'codes/seconds to one contact for one address or account; twice as many for all together',
  ),
  LIMIT_CODES_PER_CALLING_CODE: limit(
    'LIMIT_CODES_PER_CALLING_CODE',
    'SMS/seconds to one country prefix, for each use of codes (sign-up, sign-in and so on), against toll fraud; ' +
      'more where many players live',
  ),
  LIMIT_CODES_PER_CALLING_CODE_AND_ADDRESS: limit(
    'LIMIT_CODES_PER_CALLING_CODE_AND_ADDRESS',
    'SMS/seconds to one country prefix at the request of one address',
  ),
  LIMIT_TRIES_PER_ADDRESS: limit('LIMIT_TRIES_PER_ADDRESS', 'attempts/seconds to enter a code from one address'),
  LIMIT_TRIES_PER_CONTACT: limit(
    'LIMIT_TRIES_PER_CONTACT',
    'attempts/seconds to enter a code for one contact from one address',
  ),
  LIMIT_PASSKEYS_PER_ADDRESS: limit(
    'LIMIT_PASSKEYS_PER_ADDRESS',
    'challenges and responses/seconds of sign-ins by passkey',
  ),
  LIMIT_TAKEDOWNS_PER_ADDRESS: limit(
    'LIMIT_TAKEDOWNS_PER_ADDRESS',
    'takedown requests/seconds of artists without an account, from one address',
  ),
  LIMIT_POSTS_OF_PLAYER: limit('LIMIT_POSTS_OF_PLAYER', 'posts/seconds of one player'),
  LIMIT_POSTS_OF_NEW_PLAYER: limit(
    'LIMIT_POSTS_OF_NEW_PLAYER',
    'posts/seconds of one player in the first week of the account',
  ),
  LIMIT_DAILY_POSTS_OF_NEW_PLAYER: limit(
    'LIMIT_DAILY_POSTS_OF_NEW_PLAYER',
    'posts/seconds of one player in the first week of the account, a second limit',
  ),
} satisfies Record<LimitName, z.ZodType>;

export const allowanceOf = (
  name: LimitName,
  config: { MODE: Mode } & Partial<Record<LimitName, Allowance>>,
): Allowance => config[name] ?? DEFAULTS[name][config.MODE];

/** Seconds of the first wait, which doubles up to the longest. */
export interface CodeWait {
  first: number;
  longest: number;
}

/** The waits after the free codes of a day. */
export interface SendingWait extends CodeWait {
  free: number;
}

/** Longest time for which no codes are sent to a contact. */
const MAX_WAIT_SECONDS = 900;

const DEFAULT_WAIT: Record<Mode, CodeWait> = {
  production: { first: 30, longest: MAX_WAIT_SECONDS },
  local: { first: 1, longest: 60 },
};
const DEFAULT_SENDING_WAIT: Record<Mode, SendingWait> = {
  production: { free: 5, first: 60, longest: MAX_WAIT_SECONDS },
  local: { free: 1_000, first: 1, longest: 60 },
};

const waitByMode = <T>(defaults: Record<Mode, T>, format: (wait: T) => string) => ({
  local: format(defaults.local),
  production: format(defaults.production),
});

/** Overrides of the waits by environment variables. */
export const waitSettings = {
  CODE_WAIT: z
    .string()
    .regex(/^[1-9]\d{0,4}\/[1-9]\d{0,4}$/, 'is not of the form first/longest seconds, for example 30/900')
    .transform((text): CodeWait => {
      const [first, longest] = text.split('/').map(Number) as [number, number];
      return { first, longest };
    })
    .optional()
    .meta({
      description: 'seconds to wait after five wrong codes, `first/longest`',
      byMode: waitByMode(DEFAULT_WAIT, ({ first, longest }) => `${first}/${longest}`),
    }),
  CODE_SENDING_WAIT: z
    .string()
    .regex(/^[1-9]\d{0,4}\/[1-9]\d{0,4}\/[1-9]\d{0,4}$/, 'is not of the form free/first/longest, for example 5/60/900')
    .transform((text): SendingWait => {
      const [free, first, longest] = text.split('/').map(Number) as [number, number, number];
      return { free, first, longest };
    })
    .optional()
    .meta({
      description: 'free codes per day, and seconds of the waits after them: `free/first/longest`',
      byMode: waitByMode(DEFAULT_SENDING_WAIT, ({ free, first, longest }) => `${free}/${first}/${longest}`),
    }),
};

export const codeWaitOf = ({ MODE, CODE_WAIT }: { MODE: Mode; CODE_WAIT?: CodeWait }): CodeWait =>
  CODE_WAIT ?? DEFAULT_WAIT[MODE];

export const sendingWaitOf = ({
  MODE,
  CODE_SENDING_WAIT,
}: {
  MODE: Mode;
  CODE_SENDING_WAIT?: SendingWait;
}): SendingWait => CODE_SENDING_WAIT ?? DEFAULT_SENDING_WAIT[MODE];

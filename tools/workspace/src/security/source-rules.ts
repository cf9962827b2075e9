/** What no source of the product may contain. */
const SOURCE_RULES = {
  'code that is made of a text': { pattern: /\beval\(|\bnew Function\(|\bvm\.run|setTimeout\(\s*['"`]/, except: [] },
  'markup that is made of a text': {
    pattern: /\binnerHTML\b|\bouterHTML\b|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write\(|srcdoc/,
    // Drawings of ours and numbers; no text of anyone.
    except: ['apps/web/src/features/map/marker-layer.ts', 'apps/web/src/features/map/places-map.tsx'],
  },
  'a shell, or a program other than our own': {
    pattern: /\bexec(File)?(Sync)?\(\s*['"`]|\bshell: true|from 'node:child_process'/,
    except: ['services/media/src/pipeline/picture-worker.ts'],
  },
  'a hash or cipher that is broken': {
    pattern: /\b(md5|sha-?1|rc4|des-|3des|aes-\d+-ecb|createCipher\b|RSA_PKCS1_PADDING)/i,
    except: [],
  },
  'random numbers that can be guessed': {
    pattern: /Math\.random\(/,
    // Pauses before connecting again, so that not all do so at once; which loads of the page are measured.
    except: [
      'services/gateway/src/live/live-connections.ts',
      'apps/web/src/api/live.ts',
      'apps/web/src/features/page-reports/report-page.ts',
    ],
  },
  'a certificate that is not checked': {
    pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
    except: [],
  },
  'SQL with a value in its text': {
    pattern:
      /\b(?:query|execute)\(\s*`[^`]*\$\{[^}]*\b(?:input|given|args|request|body|params|identity|caller)\b[^}]*\}/,
    except: [],
  },
  'output that passes the log by': {
    pattern: /\bconsole\.(log|info|warn|error|debug)\(/,
    except: [
      'apps/web/',
      'libs/contracts/src/write-snapshots.ts',
      'libs/service-kit/src/commands/',
      'libs/service-kit/src/imports/',
      'libs/service-kit/src/health/probe.ts',
      '/cli.ts',
      '/import.ts',
      '/import-shipped.ts',
      '/generate.ts',
    ],
  },
  'a redirect that is followed': { pattern: /redirect: 'follow'|maxRedirections/, except: [] },
  'a secret': {
    pattern:
      /-----BEGIN (?:EC |RSA |OPENSSH )?PRIVATE KEY-----\s*\n?[A-Za-z0-9+/]{20}|\bsk_live_\w{10}|\bwhsec_[A-Za-z0-9+/]{20}|AKIA[0-9A-Z]{16}/,
    except: [],
  },
} satisfies Record<string, { pattern: RegExp; except: string[] }>;

export type SourceRule = keyof typeof SOURCE_RULES;

/** Whether a file with this text breaks a rule; comments do not count. */
export function breaks(rule: SourceRule, file: string, text: string): boolean {
  const { pattern, except }: { pattern: RegExp; except: string[] } = SOURCE_RULES[rule];
  if (except.some((path) => file.includes(path))) return false;
  return pattern.test(text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''));
}

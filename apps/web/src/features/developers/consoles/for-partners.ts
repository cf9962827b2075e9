type Security = readonly Record<string, readonly string[]>[];

interface Operation {
  security?: Security;
  description?: string;
}

/** The used part of an OpenAPI description. */
export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
  security?: Security;
}

/** The sets of scopes of which a token needs one. */
const waysOf = ({ security = [] }: Operation) => security.flatMap((way) => (way['partner'] ? [way['partner']] : []));
const named = (scopes: readonly string[]) => scopes.map((scope) => `\`${scope}\``).join(', ');
const inWords = (ways: readonly (readonly string[])[]) =>
  ways.every((scopes) => scopes.length === 0) ? 'With any token.' : `Scopes: ${ways.map(named).join(' or ')}`;

/**
 * The calls of a description that are open to partners, each with a token as the one way to sign in and its scopes in
 * words.
 */
export function forPartners({ paths, components, ...rest }: Description): Description {
  const open = Object.entries(paths).flatMap(([path, operations]) => {
    const kept = Object.entries(operations).flatMap(([method, operation]) => {
      const ways = waysOf(operation);
      if (ways.length === 0) return [];
      const description = [operation.description, inWords(ways)].filter(Boolean).join('\n\n');
      return [[method, { ...operation, description, security: [{ token: [] }] }] as const];
    });
    return kept.length > 0 ? [[path, Object.fromEntries(kept)] as const] : [];
  });
  return {
    ...rest,
    security: [{ token: [] }],
    paths: Object.fromEntries(open),
    components: { ...components, securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

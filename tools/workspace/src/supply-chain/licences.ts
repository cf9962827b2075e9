import satisfies from 'spdx-satisfies';
import type { Package } from './packages.js';

/** `licences.json`, explained in docs/licences.md. */
export interface AllowedLicences {
  /** SPDX ids of licences for packages of the product, and beside them those for packages that only build and test. */
  production: string[];
  development: string[];
  exceptions: LicenceException[];
}

interface LicenceException {
  /** A name, or the beginning of names before a `*`. */
  packages: string;
  /** As the package states it; null where it states none. */
  licence: string | null;
  reason: string;
}

/** A sentence for each package whose licence is not allowed, and for each exception that no package needs. */
export function licenceProblems(
  packages: Package[],
  { production, development, exceptions }: AllowedLicences,
): string[] {
  const needed = new Set<LicenceException>();
  const refused = packages
    .filter(({ own }) => !own)
    .filter((each) => {
      if (isAllowed(each.licence, each.production ? production : [...production, ...development])) return false;
      const exception = exceptions.find(
        (one) => isNamed(one.packages, each.name) && one.licence === (each.licence ?? null),
      );
      if (exception) needed.add(exception);
      return !exception;
    });
  return [
    ...refused.map(
      ({ name, version, path, licence, production: runs }) =>
        `${name}@${version} (${runs ? 'production' : 'development'}, ${path}) has the ` +
        `licence ${licence ?? 'that nothing states'}, which licences.json does not allow`,
    ),
    ...exceptions
      .filter((one) => !needed.has(one))
      .map(
        ({ packages: names, licence }) => `No package needs the exception for ${names} (${licence ?? 'none stated'})`,
      ),
  ];
}

function isAllowed(licence: string | undefined, allowed: string[]): boolean {
  if (!licence) return false;
  try {
    return satisfies(licence, allowed);
  } catch {
    return false; // Not an SPDX expression, such as `SEE LICENSE IN …`.
  }
}

const isNamed = (names: string, name: string): boolean =>
  names.endsWith('*') ? name.startsWith(names.slice(0, -1)) : name === names;

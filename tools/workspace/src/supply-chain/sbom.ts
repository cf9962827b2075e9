import type { Lock, Package } from './packages.js';

/**
 * The bill of materials of the product in CycloneDX 1.6 (JSON): packages that run in production. The same lock file
 * gives the same text.
 */
export function sbomOf({ name, version }: Lock, packages: Package[]): string {
  const shipped = packages.filter(({ production }) => production);
  const product = reference(name, version);
  // One version may be installed in several folders.
  const components = new Map(shipped.map((each) => [referenceOf(each), each]));
  const paths = new Map(shipped.map((each) => [each.path, referenceOf(each)]));
  const uses = (ref: string) =>
    [
      ...new Set(
        shipped
          .filter((each) => referenceOf(each) === ref)
          .flatMap((each) => each.uses.flatMap((used) => paths.get(used) ?? [])),
      ),
    ].sort();
  const refs = [...components.keys()].sort();
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': product, name, version, purl: product } },
    components: refs.map((ref) => component(ref, components.get(ref)!)),
    dependencies: [
      {
        ref: product,
        dependsOn: shipped
          .filter(({ own, path }) => own && !path.startsWith('libs/'))
          .map(referenceOf)
          .sort(),
      },
      ...refs.map((ref) => ({ ref, dependsOn: uses(ref) })),
    ],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function component(ref: string, { name, version, licence, integrity, own }: Package) {
  return {
    type: own ? 'application' : 'library',
    'bom-ref': ref,
    name,
    version,
    ...(licence && { licenses: [{ expression: licence }] }),
    ...(integrity?.startsWith('sha512-') && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
    }),
    purl: ref,
  };
}

const referenceOf = ({ name, version }: Package): string => reference(name, version);

/** The package URL (https://github.com/package-url/purl-spec) is its reference, too. */
const reference = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

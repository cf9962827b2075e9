import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { root } from '../files.js';
import { packagesOf, readLock } from './packages.js';
import { sbomOf } from './sbom.js';

// `npm run sbom -- FILE`: writes the bill of materials of the product, after checking it against the schema of
// CycloneDX.
const file = path.resolve(process.env['INIT_CWD'] ?? '.', process.argv[2] ?? 'sbom.cdx.json');
const lock = readLock(root);
const text = sbomOf(lock, packagesOf(lock));
const fault: unknown = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
if (fault) {
  console.error('The bill of materials does not fit the schema of CycloneDX:', fault);
  process.exit(1);
}
writeFileSync(file, text);
console.log(`${file}: ${(JSON.parse(text) as { components: unknown[] }).components.length} packages`);

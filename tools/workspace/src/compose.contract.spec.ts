import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { serviceNames } from '@sprayhunt/contracts';
import { describe, expect, it } from '@jest/globals';
import { root } from './files.js';

const text = readFileSync(`${root}docker-compose.yml`, 'utf8');

describe('docker-compose.yml', () => {
  it('has no fault that dclint finds', async () => {
    await promisify(execFile)(`${root}node_modules/.bin/dclint`, ['--max-warnings', '0', 'docker-compose.yml'], {
      cwd: root,
    });
  });

  it('has every service, with its own role and its own user of NATS', () => {
    for (const name of serviceNames) {
      expect(text).toContain(`\n  ${name}:\n    image: sprayhunt/${name}:`);
      for (const variable of [
        `DATABASE_URL_FILE: /run/secrets/database_url_${name}`,
        `NATS_PASSWORD_FILE: /run/secrets/nats_password_${name}`,
        `NATS_USER: ${name}`,
      ])
        expect(text).toContain(`      ${variable}\n`);
    }
  });

  it('declares secrets that the command writes', () => {
    const declared = [...text.matchAll(/^ {2}(\w+):\n {4}file: \.\/secrets\/\1$/gm)].map(([, name]) => name!);
    expect(declared.length).toBeGreaterThan(20);
    const command = readFileSync(`${root}tools/secrets.mjs`, 'utf8');
    const written = (name: string) =>
      serviceNames.reduce((each, service) => each.replace(new RegExp(`_${service}$`), '_${name}'), name);
    expect(declared.filter((name) => !command.includes(written(name)))).toEqual([]);
  });
});

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { backendNames, serviceNames, urlVariable } from '@sprayhunt/contracts';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { root } from './files.js';

const text = readFileSync(`${root}docker-compose.yml`, 'utf8');

const compose = parse(text, { merge: true }) as {
  'x-database': Record<string, string>;
  'x-database-secrets': string[];
  services: Record<string, { environment: Record<string, string>; depends_on: Record<string, { condition: string }> }>;
};

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

  it('gives the operators’ commands the password of each service’s role', () => {
    for (const name of serviceNames) {
      const secret = `database_password_${name}`;
      expect(compose['x-database']).toHaveProperty(
        [`DATABASE_PASSWORD_${name.toUpperCase()}_FILE`],
        `/run/secrets/${secret}`,
      );
      expect(compose['x-database-secrets']).toContain(secret);
    }
  });

  it('has the gateway know each service behind it, and wait for it', () => {
    const { environment, depends_on: dependsOn } = compose.services['gateway']!;
    for (const name of backendNames) {
      expect(environment).toHaveProperty([urlVariable(name)], `http://${name}:8080`);
      expect(dependsOn).toHaveProperty([name], { condition: 'service_healthy' });
    }
  });

  it('gives each secret that it names to those who read it, and the command writes all of them', async () => {
    const read = new Set([...text.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name!));
    const declared = [...text.matchAll(/^ {2}(\w+):\n {4}file: \.\/secrets\/\1$/gm)].map(([, name]) => name!);
    expect(declared.toSorted()).toEqual([...read].toSorted());
    const command = readFileSync(`${root}tools/secrets.mjs`, 'utf8');
    const written = (name: string) =>
      serviceNames.reduce((each, service) => each.replace(new RegExp(`_${service}$`), '_${name}'), name);
    expect(declared.filter((name) => !command.includes(written(name)))).toEqual([]);
  });
});

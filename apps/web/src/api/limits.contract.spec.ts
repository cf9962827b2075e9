import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { LIMITS } from './limits';

interface Schema {
  properties?: Record<string, { minLength?: number; maxLength?: number }>;
}
interface Description {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
}

const { paths } = JSON.parse(
  readFileSync(path.resolve(__dirname, '../../../../services/gateway/src/rest/openapi.json'), 'utf8'),
) as Description;
const most = (route: string) => {
  const { properties = {} } = paths[route]!['post']!.requestBody!.content['application/json']!.schema;
  return Object.fromEntries(Object.entries(properties).map(([field, { maxLength }]) => [field, maxLength]));
};

it('limits of the forms are those that the server describes', () => {
  expect(most('/api/discoveries')).toMatchObject({
    title: LIMITS.title,
    name: LIMITS.title,
    description: LIMITS.text,
    artist_name: LIMITS.name,
  });
  expect(most('/api/sms-signup')).toMatchObject({
    firstName: LIMITS.name,
    lastName: LIMITS.name,
    city: LIMITS.name,
    country: LIMITS.name,
    bio: LIMITS.text,
  });
});

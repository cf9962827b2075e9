import { describe, expect, it } from '@jest/globals';
import { contracts, serviceNames } from './index.js';
import { natsUsers, natsAuthorization } from './nats-users.js';

const rights = (service: string) => natsUsers('sprayhunt').find(({ user }) => user === service)!.permissions;

describe('the users of NATS', () => {
  it('are the services, and each publishes for its own owner alone', () => {
    expect(natsUsers('sprayhunt').map(({ user }) => user)).toEqual(serviceNames.toSorted());
    for (const { user, permissions } of natsUsers('sprayhunt')) {
      const published = permissions.publish.allow.filter((subject) => !subject.startsWith('$JS.'));
      expect(published).toEqual([`sprayhunt.${user}.>`, 'sprayhunt.services.>']);
      expect(permissions.subscribe.allow).toEqual([`_INBOX_${user}.>`]);
    }
    for (const { owner } of contracts) if (owner !== 'services') expect(rights(owner)).toBeDefined();
  });

  it('create consumers of what they listen to, and cannot use those of other services', () => {
    expect(rights('users').publish.allow).toContain(
      '$JS.API.CONSUMER.CREATE.sprayhunt.users_book-award.sprayhunt.discovery.discovery-created.v1',
    );
    expect(rights('users').publish.allow.join()).not.toContain('*');
    expect(rights('gateway').publish.deny).toContain('$JS.API.CONSUMER.CREATE.sprayhunt.users_book-award.>');
  });

  it('are printed for a configuration file with the passwords left to the environment', () => {
    expect(natsAuthorization('sprayhunt')).toMatch(/user: users\n +password: \$NATS_PASSWORD_USERS\n/);
  });
});

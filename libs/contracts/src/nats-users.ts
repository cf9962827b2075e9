import { readFileSync } from 'node:fs';
import { type ServiceName, serviceNames } from './services.js';

/** The consumer name of one handler; its position in the stream depends on it. */
export const consumerName = (service: string, handler: string): string => `${service}_${handler}`;

/** A service receives its replies from NATS below this subject; no other user may subscribe to it. */
export const inboxPrefix = (service: string): string => `_INBOX_${service}`;

/** A listener as stored in `listeners.json`. */
export interface ListenerEntry {
  service: string;
  /** Empty if the event is only shown live. */
  handler?: string;
  subject: string;
}

/** A user of nats-server and its permissions, in the format of the server's configuration. */
export interface NatsUser {
  user: string;
  permissions: { publish: { allow: string[]; deny?: string[] }; subscribe: { allow: string[] } };
}

/** Generated, because the services' sources are not deployed everywhere. */
export const listeners = JSON.parse(
  readFileSync(new URL('../listeners.json', import.meta.url), 'utf8'),
) as ListenerEntry[];

/**
 * One user for each service. It may publish its own subjects, create and read the consumers of its own handlers,
 * create the stream if it is missing, and read the stored position of the database. No user may change or purge the
 * stream.
 * @param stream its name; `*` for servers on which tests have one each
 */
export function natsUsers(stream: string): NatsUser[] {
  return serviceNames.toSorted().map((service) => userOf(service, stream));
}

function userOf(service: ServiceName, stream: string): NatsUser {
  const own = listeners.filter((listener) => listener.service === service);
  const shown = own.filter(({ handler }) => handler === undefined);
  const allow = [
    ...[service, 'services'].map((owner) => `${stream}.${owner}.>`),
    ...['INFO', 'CREATE'].map((action) => `$JS.API.STREAM.${action}.${stream}`),
    `$JS.API.DIRECT.GET.${stream}.${stream}.services.position.>`,
    ...own.flatMap(({ handler, subject }) =>
      handler === undefined ? [] : consumerRights(stream, consumerName(service, handler), `${stream}.${subject}`),
    ),
    // Consumers for live updates have generated names.
    ...shown.flatMap(({ subject }) => [
      ...consumerRights(stream, '*', `${stream}.${subject}`),
      `$JS.API.CONSUMER.DELETE.${stream}.*`,
    ]),
  ];
  return {
    user: service,
    permissions: {
      publish: { allow: [...new Set(allow)], ...(shown.length > 0 && { deny: consumersOfOthers(service, stream) }) },
      subscribe: { allow: [`${inboxPrefix(service)}.>`] },
    },
  };
}

const consumerRights = (stream: string, name: string, subject: string): string[] => [
  `$JS.API.CONSUMER.CREATE.${stream}.${name}.${subject}`,
  `$JS.API.CONSUMER.INFO.${stream}.${name}`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`,
  ...(name === '*' ? [] : [`$JS.ACK.${stream}.${name}.>`]),
];

/** Durable consumers, which the wildcard for live updates must not match. */
function consumersOfOthers(service: string, stream: string): string[] {
  return listeners.flatMap((listener) => {
    if (listener.service === service || listener.handler === undefined) return [];
    const name = consumerName(listener.service, listener.handler);
    return [
      `$JS.API.CONSUMER.*.${stream}.${name}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`,
      `$JS.API.CONSUMER.CREATE.${stream}.${name}.>`,
    ];
  });
}

/**
 * The `authorization` block of nats-server's configuration; passwords come from `NATS_PASSWORD_<USER>` of the server's
 * environment.
 * @param operator a further user with all rights, if any
 */
export function natsAuthorization(stream: string, operator?: string): string {
  const entry = (user: string, more = '') =>
    `    {\n      user: ${user}\n      password: $NATS_PASSWORD_${user.toUpperCase()}${more}\n    }`;
  const users = natsUsers(stream).map(({ user, permissions }) =>
    entry(user, `\n      permissions: ${JSON.stringify(permissions, null, 2).replaceAll('\n', '\n      ')}`),
  );
  if (operator) users.push(entry(operator));
  return `authorization {\n  users: [\n${users.join('\n')}\n  ]\n}\n`;
}

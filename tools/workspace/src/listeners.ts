import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as names from '@sprayhunt/contracts';
import { contracts, type EventDefinition } from '@sprayhunt/contracts';

/** The listeners of an event, as found in the sources of the services. */
export interface Listener {
  service: string;
  /** Empty if the event is only shown live and nothing is stored. */
  handler?: string;
  event: EventDefinition;
  file: string;
}

const LISTENS = /@OnEvent\(\s*(\w+)\s*,\s*'([^']+)'/g;
/** Calls; a method of that name has a decorated argument. */
const SHOWS = /\bliveEvents\((?!@)[^[]*\[([^\]]*)\]/g;

/** Live updates store nothing, but count as listeners. */
export function findListeners(root: string): Listener[] {
  const byName = new Map(Object.entries(names as Record<string, unknown>));
  const found: Listener[] = [];
  const add = (name: string, listener: Omit<Listener, 'event'>): void => {
    const event = byName.get(name) as EventDefinition;
    if (!contracts.includes(event)) throw new Error(`${listener.file} listens to ${name}, which is no contract`);
    found.push({ ...listener, event });
  };
  const sources = sourcesOf(root, 'services');
  for (const { file, text } of [...sources, ...sourcesOf(root, 'libs/service-kit')]) {
    for (const service of servicesWith(file, sources)) {
      for (const [, name, handler] of text.matchAll(LISTENS)) add(name!, { service, handler: handler!, file });
      for (const [, list] of text.matchAll(SHOWS))
        for (const name of list!.match(/\w+/g) ?? []) add(name, { service, file });
    }
  }
  return found;
}

interface Source {
  file: string;
  text: string;
}

/** The service of a file; for a feature of the kit, the services that import its module. */
function servicesWith(file: string, sources: readonly Source[]): string[] {
  const [group, name, , feature] = file.split('/');
  if (group === 'services') return [name!];
  const module = `${feature![0]!.toUpperCase()}${feature!.slice(1)}Module`;
  return [...new Set(sources.filter(({ text }) => text.includes(module)).map((source) => source.file.split('/')[1]!))];
}

function sourcesOf(root: string, folder: string): Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter(
      (file) =>
        file.includes('/src/') &&
        !file.includes('/node_modules/') &&
        file.endsWith('.ts') &&
        !file.endsWith('.spec.ts') &&
        !file.includes('/testing/'),
    )
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** `libs/contracts/listeners.json`: the listeners, for NATS's rights where the sources are not at hand. */
export function listenersJson(root: string): string {
  const entries = findListeners(root).map(({ service, handler, event: { subject } }) => ({
    service,
    handler,
    subject,
  }));
  const key = ({ service, handler = '', subject }: (typeof entries)[number]): string =>
    `${service} ${subject} ${handler}`;
  entries.sort((one, other) => (key(one) < key(other) ? -1 : 1));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

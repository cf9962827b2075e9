import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import settings from '../project.inlang/settings.json';
import { pageSources } from './test/sources';

const src = __dirname;
const folders = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'messages')
  .map((file) => path.dirname(file))
  .sort();

/** A text, or its variants by number and the like. */
type Message = string | [{ declarations?: string[]; selectors?: string[]; match: Record<string, string> }];

const read = (folder: string, language: string) =>
  JSON.parse(readFileSync(path.join(src, folder, 'messages', `${language}.json`), 'utf8')) as Record<string, Message>;
const variants = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message[0].match));
/** Every `{input}` and `{#markup}` of a message. */
const parts = (message: Message) =>
  [
    ...new Set(
      variants(message).flatMap((text) => [...text.matchAll(/(?<!\\)\{(#?\w+)[^}]*\}/g)].map((match) => match[1]!)),
    ),
  ].sort();
/** The forms that the variants of a counted message cover: `one`, `other`. */
const forms = (message: Message) =>
  typeof message === 'string'
    ? []
    : Object.keys(message[0].match).flatMap((key) =>
        [...key.matchAll(/\w+=(zero|one|two|few|many|other)/g)].map((match) => match[1]!),
      );

const english = Object.assign({}, ...folders.map((folder) => read(folder, 'en'))) as Record<string, Message>;
const code = pageSources()
  .map(([, text]) => text)
  .join('\n');
const used = new Set([...code.matchAll(/\bm\.(\w+)\b/g)].map((match) => match[1]!));

it('the project lists the folders with messages', () => {
  expect(settings['plugin.inlang.messageFormat'].pathPattern).toEqual(
    folders.map((folder) => `./src/${folder}/messages/{locale}.json`),
  );
});

it('a message is named after its folder, so that no two are named alike', () => {
  const strange = folders.flatMap((folder) =>
    Object.keys(read(folder, 'en')).filter(
      (name) => !name.startsWith(`${path.basename(folder).replaceAll('-', '_')}_`),
    ),
  );
  expect(strange).toEqual([]);
});

it('every message is used, and every used one exists', () => {
  expect(Object.keys(english).filter((name) => !used.has(name))).toEqual([]);
  expect([...used].filter((name) => !(name in english))).toEqual([]);
});

it('the formats of messages are those that the build has (lib/message-formats)', () => {
  const formats = Object.values(english).flatMap((message) =>
    typeof message === 'string'
      ? []
      : (message[0].declarations ?? []).flatMap((line) =>
          [...line.matchAll(/^local .*: (.*)$/g)].map((match) => match[1]),
        ),
  );
  expect([...new Set(formats)].sort()).toEqual(['number', 'plural']);
});

describe.each(settings.locales)('%s', (language) => {
  it.each(folders)('says all of %s, with the same inputs', (folder) => {
    const [expected, found] = [read(folder, 'en'), read(folder, language)];
    expect(Object.keys(found)).toEqual(Object.keys(expected));
    for (const [name, message] of Object.entries(found)) {
      expect([name, parts(message)]).toEqual([name, parts(expected[name]!)]);
      expect([name, variants(message).filter((text) => text.trim() === '')]).toEqual([name, []]);
    }
  });

  it('has no variant after the one that takes everything', () => {
    for (const folder of folders) {
      for (const [name, message] of Object.entries(read(folder, language))) {
        const keys = typeof message === 'string' ? [] : Object.keys(message[0].match);
        const all = keys.findIndex((key) => [...key.matchAll(/=([^,]*)/g)].every((match) => match[1]!.trim() === '*'));
        expect([name, all < 0 ? [] : keys.slice(all + 1)]).toEqual([name, []]);
      }
    }
  });

  it('has a variant for each form of its plural', () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const folder of folders) {
      for (const [name, message] of Object.entries(read(folder, language))) {
        const covered = forms(message);
        if (covered.length > 0) expect([name, needed.filter((form) => !covered.includes(form))]).toEqual([name, []]);
      }
    }
  });
});

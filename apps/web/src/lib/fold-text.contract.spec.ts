import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { foldText } from './fold-text';

const ROOT = resolve(__dirname, '../../../..');

it('the page folds texts by the same code as the services', () => {
  const [own, theirs] = ['apps/web/src/lib', 'libs/service-kit/src/text'].map((folder) =>
    readFileSync(`${ROOT}/${folder}/fold-text.ts`, 'utf8'),
  );
  expect(own).toBe(theirs);
});

it('folds case, accents, width and kana', () => {
  expect(foldText('Đường STRAẞE ısparta ｶﾌｪ')).toBe('duong strasse isparta かふぇ');
});

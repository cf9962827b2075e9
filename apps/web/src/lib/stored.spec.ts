import { expect, it, jest } from '@jest/globals';
import { stored } from './stored';

const draft = stored<{ title: string }>('sessionStorage', 'a-draft');

it('keeps a value until it is removed', () => {
  expect(draft.read()).toBeNull();
  draft.write({ title: 'Fox' });
  expect(draft.read()).toEqual({ title: 'Fox' });
  draft.remove();
  expect(draft.read()).toBeNull();
});

it('has no value where the storage holds something else', () => {
  sessionStorage.setItem('a-draft', 'Fox');
  expect(draft.read()).toBeNull();
});

it('keeps nothing where storage is forbidden, and does not fail', () => {
  const forbid = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(forbid);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(forbid);
  jest.spyOn(Storage.prototype, 'removeItem').mockImplementation(forbid);
  draft.write({ title: 'Fox' });
  expect(draft.read()).toBeNull();
  draft.remove();
  jest.restoreAllMocks();
});

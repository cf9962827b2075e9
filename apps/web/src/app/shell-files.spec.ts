import { expect, it } from '@jest/globals';
import { shellFiles } from './shell-files';

const manifest = {
  'index.html': {
    file: 'index.js',
    imports: ['react'],
    dynamicImports: ['src/screens/home.tsx', 'src/screens/missions.tsx'],
  },
  react: { file: 'react.js', dynamicImports: ['toast'] },
  toast: { file: 'toast.js' },
  'src/app/frame.tsx': { file: 'frame.js', css: ['frame.css'] },
  'src/screens/home.tsx': {
    file: 'home.js',
    imports: ['react'],
    dynamicImports: ['document', 'src/features/map/google-map.ts'],
  },
  'src/screens/queue.tsx': { file: 'queue.js' },
  'src/screens/missions.tsx': { file: 'missions.js' },
  'src/features/map/google-map.ts': { file: 'google-map.js' },
  document: { file: 'document.js', imports: ['fields'], dynamicImports: ['upload'] },
  fields: { file: 'fields.js' },
  upload: { file: 'upload.js', assets: ['worker.js'] },
};

it('the shell has the map and the queue with all that they load, and no other screen', () => {
  expect([...shellFiles(manifest)].sort()).toEqual([
    'document.js',
    'fields.js',
    'frame.css',
    'frame.js',
    'home.js',
    'index.js',
    'queue.js',
    'react.js',
    'upload.js',
    'worker.js',
  ]);
});

it('a build without a part of the shell fails', () => {
  const { 'src/screens/queue.tsx': _, ...others } = manifest;
  expect(() => shellFiles(others)).toThrow('src/screens/queue.tsx has no file of its own');
});

import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from './e2e/browser.mjs';

const { executablePath, env } = await findBrowser();

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: './test-results',
  reporter: [['list'], ['json', { outputFile: '../../test-results/browser.json' }]],
  // A test often waits for a server or an animation; more than two browsers that paint in software starve each other.
  workers: 2,
  // Far above what a test takes, for a machine that is busy with something else; no test sets its own.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    baseURL: process.env['E2E_URL'] ?? '',
    browserName: 'chromium',
    // As small as the layout of a desk allows: it is painted in software.
    viewport: { width: 1280, height: 720 },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // Recording slows every test down: `--trace retain-on-failure` turns it on.
    // Waiting for animations proves nothing; the tests of motion, and the main job, turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    // What it caches would hide requests from the tests that watch them; offline.e2e.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env },
      // The page is painted without GL, which costs a fifth of what GL in software does; only the map has GL.
      args: BROWSER_ARGUMENTS,
    },
  },
});

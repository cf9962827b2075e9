import { defineConfig } from '@playwright/test';
import { findBrowser } from './e2e/browser';

const { executablePath, env } = await findBrowser();

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: './test-results',
  reporter: [['list'], ['json', { outputFile: '../../test-results/browser.json' }]],
  // Two cores are shared with seven server processes and a browser that paints in software.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    baseURL: process.env['E2E_URL'] ?? '',
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env },
      // No sandbox as root; MapLibre paints with software GL where there is no graphics card.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--no-zygote', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
    },
  },
});

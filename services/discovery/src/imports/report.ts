import { ConfigError } from '@sprayhunt/service-kit';
import { ZodError } from 'zod';
import { ImportRefused, type ImportSummary } from './import-rows.js';
import { UnreadableFile } from './read-rows.js';

const FAULTS_SHOWN = 100;

/** What an operator reads after an import: the counts, then each bad row with its line and reason. */
export function summaryText(name: string, summary: ImportSummary): string {
  const { read, added, updated, unchanged, shortened, refused } = summary;
  const counts = [
    `${name}: ${read} rows read, ${added} added, ${updated} updated, ${unchanged} unchanged`,
    ...(shortened > 0 ? [`${shortened} shortened`] : []),
    ...(refused > 0 ? [`${refused} not taken`] : []),
  ];
  return counts.join(', ');
}

export function faultsText({ faults, refused }: ImportSummary): string {
  const shown = faults.slice(0, FAULTS_SHOWN).map(({ line, reason }) => `  line ${line}: ${reason}`);
  return [...shown, ...(refused > shown.length ? [`  … and ${refused - shown.length} more`] : [])].join('\n');
}

/** Sentences for what can be the operator's or the file's fault; everything else is thrown on. */
export function failureText(error: unknown): string {
  if (error instanceof ImportRefused) return `${faultsText(error.summary)}\n${error.message}`;
  if (error instanceof UnreadableFile || error instanceof ConfigError) return error.message;
  if (error instanceof ZodError) return `The column map is not valid: ${error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`;
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')) return error.message;
  throw error;
}

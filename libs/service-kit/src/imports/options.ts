import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Imports } from './importer.js';
import type { Answers } from './guess.js';
import type { SourceOptions } from './probe.js';
import { formatNames } from './read-rows.js';
import { encodingName } from './readers/encoding.js';
import type { HeaderLines } from './readers/header.js';
import { isKnownCrs } from './reference-system.js';
import type { Status } from './status.js';

/** How the command is used for what a service imports. */
export const usageOf = ({ importers }: Imports) => `Usage:
  npm run import -- FILE [options]            imports a data set, or brings it up to date
  npm run import -- --list                    shows the data sets
  npm run import -- --remove NAME [--yes]     removes a data set with all its rows

FILE is a CSV, an Excel workbook (xlsx), GeoJSON or other JSON, KML, KMZ or GPX, also packed by gzip or in a ZIP archive.
How to read it is guessed; the guess is shown and asked about.

  --name NAME          name of the data set, as players read it; the file's name unless given.
                       The same name again brings the data set up to date.
  --licence TEXT       licence, shown with each work
  --attribution TEXT   whom the licence asks to name, shown after it
  --url URL            where the data set can be seen
  --map JSON|FILE      which column is which field, instead of the guess: '{"title": "name", "artist": "first last"}'
  --kind KIND          what the rows are: ${importers.map(({ kind }) => kind).join(', ')}; ${importers[0].kind} unless given
  --yes                import (or remove) without asking
  --dry-run            check everything and change nothing
  --skip-bad           import the good rows although others are bad
  --remove-gone        remove rows of the data set that the file does not have any more
  --header LINE        line of the column names of a table, or lines: 3-4; 0 if it has none
  --sheet NAME         sheet of a workbook; the first one unless given
  --crs EPSG:CODE      reference system of coordinates that are not degrees: EPSG:25833, or a proj4 definition
  --status WORD=standing|gone    what a word of the status means, once for each; none leaves the status out
  --format ${formatNames.join('|')}, --encoding NAME, --delimiter CHARACTER    where they are guessed wrongly
  --data DIR           data folder of the running product, .data unless given; or set DATABASE_URL

Exit code: 0 done, 1 not done, 2 not understood. More in docs/import.md.`;

export interface FileOrder {
  action: 'import';
  file: string;
  kind: string;
  name?: string;
  licence?: string;
  attribution?: string;
  url?: string;
  map?: string;
  yes: boolean;
  dryRun: boolean;
  skipBad: boolean;
  removeGone: boolean;
  sourceOptions: SourceOptions;
  answers: Answers;
}

export type Order =
  FileOrder | { action: 'list' } | { action: 'remove'; name: string; kind?: string; yes: boolean } | { action: 'help' };

/** Arguments that cannot be understood; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The longest texts of a data set, in characters. */
const LONGEST = { name: 120, licence: 200, attribution: 200, url: 500 };

/**
 * Parses the arguments of the command.
 * @throws UsageError
 */
export function orderOf({ importers }: Imports, args: string[]): Order {
  const { values, positionals } = parsed(args);
  const [file, ...more] = positionals;
  if (values.help) return { action: 'help' };
  const kind = oneOf(
    '--kind',
    importers.map((each) => each.kind),
    values.kind,
  );
  if (values.list) return { action: 'list' };
  if (values.remove !== undefined) return { action: 'remove', name: values.remove, kind, yes: values.yes };
  if (file === undefined) throw new UsageError('Name a file, or --list, or --remove NAME.');
  if (more.length > 0)
    throw new UsageError(`One file at a time; "${more[0]}" is one too many. Put texts with blanks in quotation marks.`);
  for (const [option, most] of Object.entries(LONGEST))
    checkText(`--${option}`, values[option as keyof typeof LONGEST], most);
  if (values.url !== undefined && !/^https?:\/\//.test(values.url))
    throw new UsageError('--url begins with http:// or https://.');
  return {
    action: 'import',
    // npm runs commands in the project's folder and passes the caller's folder in a variable.
    file: path.resolve(process.env['INIT_CWD'] ?? '.', file),
    kind: kind ?? importers[0].kind,
    name: values.name?.trim(),
    licence: values.licence,
    attribution: values.attribution,
    url: values.url,
    map: values.map,
    yes: values.yes,
    dryRun: values['dry-run'],
    skipBad: values['skip-bad'],
    removeGone: values['remove-gone'],
    answers: { ...(values.crs !== undefined && { crs: knownCrs(values.crs) }), ...statusAnswers(values.status ?? []) },
    sourceOptions: {
      format: oneOf('--format', formatNames, values.format),
      encoding: encoding(values.encoding),
      delimiter: delimiter(values.delimiter),
      header: header(values.header),
      sheet: values.sheet,
    },
  };
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: text,
        licence: text,
        attribution: text,
        url: text,
        map: text,
        kind: text,
        format: text,
        encoding: text,
        delimiter: text,
        header: text,
        sheet: text,
        remove: text,
        crs: text,
        status: { type: 'string', multiple: true },
        list: flag,
        yes: flag,
        help: flag,
        'dry-run': flag,
        'skip-bad': flag,
        'remove-gone': flag,
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function oneOf<T extends string>(option: string, values: readonly T[], given: string | undefined): T | undefined {
  if (given === undefined) return undefined;
  const value = values.find((one) => one === given);
  if (!value) throw new UsageError(`${option} is ${values.join(' or ')}, not "${given}".`);
  return value;
}

function checkText(option: string, given: string | undefined, most: number): void {
  if (given === undefined) return;
  if (given.trim() === '' || given.length > most || /\p{C}/u.test(given))
    throw new UsageError(`${option} is a text of 1 to ${most} characters.`);
}

function knownCrs(given: string): string {
  if (!isKnownCrs(given))
    throw new UsageError(`--crs "${given}" is not known; for example EPSG:25833, or a definition: "+proj=…".`);
  return given;
}

function statusAnswers(given: string[]): Answers {
  if (given.includes('none')) return { withoutStatus: true };
  const statuses: Record<string, Status> = {};
  for (const text of given) {
    const [, word, status] = /^(.+)=\s*(standing|gone)\s*$/is.exec(text) ?? [];
    if (word === undefined) throw new UsageError(`--status is WORD=standing, WORD=gone or none, not "${text}".`);
    statuses[word.trim()] = /gone/i.test(status!) ? 'gone' : 'standing';
  }
  return given.length > 0 ? { statuses } : {};
}

function delimiter(given: string | undefined): string | undefined {
  const character = given === '\\t' || given === 'tab' ? '\t' : given;
  if (character !== undefined && !/^[^"\r\n]$/.test(character))
    throw new UsageError('--delimiter is one character, or "tab".');
  return character;
}

function header(given: string | undefined): HeaderLines | undefined {
  if (given === undefined) return undefined;
  const [, first, last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(given) ?? [];
  if (first === undefined || Number(first) > Number(last))
    throw new UsageError(`--header is a line, lines such as 3-4, or 0 for a table without a header, not "${given}".`);
  return { first: Number(first), last: Number(last) };
}

function encoding(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const name = encodingName(given);
  if (name === undefined)
    throw new UsageError(`--encoding "${given}" is not known; for example utf-8, windows-1252, iso-8859-2.`);
  return name;
}

import path from 'node:path';
import type { DataSource } from 'typeorm';
import { columnMap, givenMap, MapRefused, missingColumns, resolvedMap, type WrittenMap } from './column-map.js';
import { DataSet } from './data-set.entity.js';
import { countRows, listDataSets, removeDataSet } from './data-sets.js';
import { answeredMap, guessedMap, type Guess } from './guess.js';
import { ImportRefused, importRows, type Import } from './import-rows.js';
import { importerOf, type Importer, type Imports } from './importer.js';
import { openImportDatabase } from './open-import-database.js';
import { UsageError, orderOf, usageOf, type FileOrder, type Order } from './options.js';
import { sampleOf, type Sample } from './probe.js';
import { checkPositions } from './position-check.js';
import { unitOf } from './read-rows.js';
import { encodingName } from './readers/encoding.js';
import { encodingText, failureText, faultsText, listText, previewText, sampleMap, summaryText } from './report.js';
import { agreed, type Asking, INTERRUPTED, Interrupted, terminal } from './terminal.js';

/**
 * The operators' command for a service's data sets, on the database that the environment names.
 * @returns the exit code: 0 done, 1 not done, 2 wrong usage
 */
export async function importCommand(
  imports: Imports,
  args: string[],
  asking: Asking | undefined = terminal(),
): Promise<number> {
  let dataSource: DataSource | undefined;
  try {
    const order = orderOf(imports, args);
    if (order.action === 'help') {
      console.log(usageOf(imports));
      return 0;
    }
    dataSource = await openImportDatabase(imports);
    return await done(order, { imports, dataSource, asking });
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${usageOf(imports)}`);
      return 2;
    }
    if (error instanceof Interrupted) {
      console.error(`\n${error.message}`);
      return INTERRUPTED;
    }
    console.error(failureText(error));
    return 1;
  } finally {
    asking?.close();
    await dataSource?.destroy();
  }
}

/** Resources of the command. */
interface TestEnvironment {
  imports: Imports;
  dataSource: DataSource;
  asking?: Asking;
}

function done(order: Exclude<Order, { action: 'help' }>, on: TestEnvironment): Promise<number> {
  if (order.action === 'list') return list(on);
  return order.action === 'remove' ? remove(order, on) : importFile(order, on);
}

async function list({ imports, dataSource }: TestEnvironment): Promise<number> {
  console.log(listText(await listDataSets(dataSource, imports)));
  return 0;
}

async function remove(
  { name, kind, yes }: Order & { action: 'remove' },
  { imports, dataSource, asking }: TestEnvironment,
): Promise<number> {
  const [set, ...others] = await dataSource.manager.findBy(DataSet, { name, ...(kind && { kind }) });
  if (!set || others.length > 0) {
    const kinds = imports.importers.map((each) => each.kind);
    console.error(
      set
        ? `There are ${kinds.join(' and ')} of the name "${name}"; ` +
            `add ${kinds.map((each) => `--kind ${each}`).join(' or ')}.`
        : `There is no data set "${name}"; --list shows them.`,
    );
    return 1;
  }
  const importer = importerOf(imports, set.kind);
  const rows = await countRows(dataSource.manager, importer, name);
  if (
    !yes &&
    !(await agreed(
      asking,
      `Remove "${name}" with ${rows} ${set.kind}${importer.removesToo ? ` and ${importer.removesToo}` : ''}?`,
    ))
  ) {
    console.log(`"${name}" has ${rows} ${set.kind}. Nothing was removed${asking ? '' : '; add --yes to remove them'}.`);
    return 1;
  }
  console.log(`${name}: ${await removeDataSet(dataSource, importer, name)} ${set.kind} removed`);
  return 0;
}

async function importFile(order: FileOrder, { imports, dataSource, asking }: TestEnvironment): Promise<number> {
  const importer = importerOf(imports, order.kind);
  const given = order.map === undefined ? undefined : givenMap(order.map);
  const name = order.name ?? given?.source ?? path.parse(order.file).name.slice(0, 120);
  const known = await dataSource.manager.findOneBy(DataSet, { kind: order.kind, name });
  const sample = await settledSample(order, importer, asking);
  if (!sample) return 1;
  const agreedBefore = given ?? known?.map ?? undefined;
  const guess = agreedBefore
    ? { map: answeredMap(agreedBefore, order.answers), notes: [], doubts: [] }
    : guessedMap(sample, importer, order.answers);
  console.log(`${name}, ${known ? 'imported before' : 'a new data set'}`);
  const map = await settledMap(guess, sample, importer, agreedBefore ? undefined : order, asking);
  if (!map) return 1;

  const { source: _, sourceUrl, licence, ...columns } = map;
  const plan: Import = {
    source: sample.source,
    map: columns,
    dataSet: {
      name,
      licence: order.licence ?? licence ?? known?.licence ?? (await prompt(asking, 'Licence, for example CC BY 4.0')),
      attribution:
        order.attribution ??
        known?.attribution ??
        (licence ? null : await prompt(asking, 'Attribution, whom the licence asks to name')),
      url: order.url ?? sourceUrl ?? known?.url ?? null,
    },
    skipBad: order.skipBad,
    removeGone: order.removeGone,
    dryRun: order.dryRun,
    progress: (read) => console.log(`  ${read} rows …`),
  };
  return run(plan, dataSource, importer, asking);
}

/** The first rows in an encoding that is certain or was confirmed; undefined if it was not. */
async function settledSample(
  { file, sourceOptions, yes }: FileOrder,
  { exported }: Importer,
  asking?: Asking,
): Promise<Sample | undefined> {
  let sample = await sampleOf(file, sourceOptions, exported?.columns);
  while (sample.guessedEncoding) {
    console.log(`! ${encodingText(sample.guessedEncoding)}`);
    if (yes) return sample;
    if (!asking) {
      console.log(
        `Nothing was imported. If the texts are right, add --encoding ${sample.source.encoding}, else ` +
          `--encoding with another name.`,
      );
      return undefined;
    }
    const reply = (await asking.question('Are these texts right? yes, or the name of another encoding: ')).trim();
    if (/^y(es)?$/i.test(reply)) return sample;
    const encoding = encodingName(reply);
    if (encoding === undefined) console.log(`! "${reply}" is not the name of an encoding that is known.`);
    else sample = await sampleOf(file, { ...sourceOptions, encoding }, exported?.columns);
  }
  return sample;
}

async function run(plan: Import, dataSource: DataSource, importer: Importer, asking?: Asking): Promise<number> {
  try {
    const summary = await importRows(dataSource, importer, plan);
    if (summary.refused > 0) console.log(faultsText(summary));
    console.log(summaryText(plan.dataSet.name, summary));
    if (plan.dryRun) console.log('This was a dry run; nothing was changed.');
    else if (!plan.dataSet.licence)
      console.log('The data set has no licence; name it with --licence and --attribution when you import it again.');
    return 0;
  } catch (error) {
    if (!(error instanceof ImportRefused) || !asking) throw error;
    console.log(faultsText(error.summary));
    const good = error.summary.read - error.summary.refused;
    if (
      good === 0 ||
      !(await agreed(asking, `${error.summary.refused} rows cannot be taken. Import the other ${good}?`))
    )
      throw error;
    return run({ ...plan, skipBad: true }, dataSource, importer);
  }
}

/**
 * The map to import with, after it was shown and confirmed; undefined if it was not. A guess is
 * confirmed; a map that an operator gave or confirmed before is used.
 */
async function settledMap(
  { map, notes, doubts }: Guess,
  sample: Sample,
  importer: Importer,
  guessedFor: FileOrder | undefined,
  asking?: Asking,
): Promise<WrittenMap | undefined> {
  for (;;) {
    const lacking = lackingOf(map, sample, importer);
    if (lacking && !guessedFor) throw new MapRefused(lacking);
    console.log(previewText(sample, importer, map));
    const positions = checkPositions(sample.rows, sampleMap(sample, importer, map), unitOf(sample.source));
    const undecided = [...doubts, ...positions.doubts];
    for (const note of [...sample.notes, ...notes, ...positions.notes, ...undecided, ...(lacking ? [lacking] : [])])
      console.log(`! ${note}`);
    if (!guessedFor || (guessedFor.yes && !lacking && undecided.length === 0)) return map;
    if (!asking || guessedFor.yes) {
      const advice =
        undecided.length > 0
          ? 'Decide what is marked with ! above, or copy this, complete it, and add it'
          : lacking
            ? 'Copy this, complete it, and add it'
            : 'To import like this, add --yes. To change it, copy this and add it';
      console.log(
        `\nThe columns were guessed and nothing was imported. ${advice}:\n  --map ` +
          `'${JSON.stringify(map).replaceAll("'", "'\\''")}'`,
      );
      return undefined;
    }
    const reply = (
      await asking.question(
        `${lacking ? '' : 'Import like this? yes, no, or '}FIELD=COLUMN to change a field (FIELD= leaves it out): `,
      )
    ).trim();
    if (/^y(es)?$/i.test(reply) && !lacking) return map;
    const change = /^(\w+)\s*=\s*(.*)$/.exec(reply);
    if (/^no?$/i.test(reply)) return undefined;
    if (!change) continue;
    map = changed(map, change[1]!, change[2]!, sample, importer);
  }
}

/** The map with one field changed, or unchanged with the reason. */
function changed(map: WrittenMap, field: string, column: string, sample: Sample, importer: Importer): WrittenMap {
  const { [field]: _, ...others } = map.fields;
  const source = field === 'crs' && column !== '' ? { value: column } : column;
  const next = { ...map, fields: column === '' ? others : { ...others, [field]: source } };
  try {
    checkColumns(next, sample, importer);
    return next;
  } catch (error) {
    if (!(error instanceof MapRefused)) throw error;
    console.log(`! ${error.message}`);
    return map;
  }
}

/** What a map lacks for an import, as a sentence. */
function lackingOf(map: WrittenMap, sample: Sample, importer: Importer): string | undefined {
  const { fields } = checkColumns(map, sample, importer);
  const lacking: string[] = importer.needed.filter((field) => !fields[field] && !(field === 'id' && map.lenient));
  const isLocated =
    fields['position'] ||
    (fields['latitude'] && fields['longitude']) ||
    sample.rows.some(({ geometry }) => geometry != null);
  if (!isLocated) lacking.push('latitude and longitude (or position)');
  return lacking.length > 0
    ? `No column is known for ${lacking.join(', ')}. ${columnsText(sample, 'The file')}`
    : undefined;
}

function checkColumns(map: WrittenMap, sample: Sample, importer: Importer) {
  const columns = new Set(sample.columns);
  const resolved = resolvedMap(columnMap(map), columns, importer.fields);
  const missing = sample.complete ? missingColumns(resolved, columns) : [];
  if (missing.length > 0)
    throw new MapRefused(
      `The map names columns that the file does not have: ${missing.join(', ')}. ${columnsText(sample)}`,
    );
  return resolved;
}

const columnsText = ({ columns }: Sample, subject = 'It') =>
  `${subject} ${columns.length > 0 ? `has: ${columns.join(', ')}` : 'has no named columns'}.`;

/** The reply to a question; null without a reply or a terminal. */
const prompt = async (asking: Asking | undefined, question: string): Promise<string | null> =>
  (asking && (await asking.question(`${question} (may be empty): `)).trim().slice(0, 200)) || null;

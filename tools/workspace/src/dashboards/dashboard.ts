/** A Grafana dashboard, as far as ours need it. */
export interface Dashboard {
  /** Also the name of its file and its stable address, `/d/<uid>`. */
  uid: string;
  title: string;
  panels: readonly Panel[];
}

export interface Panel {
  title: string;
  /** Description for readers, in a sentence. */
  description?: string;
  /** PromQL by its legend; `{{label}}` is filled in by Grafana. */
  queries: Readonly<Record<string, string>>;
  /** Of the axis, as Grafana names it; by default plain numbers. */
  unit?: 's' | 'reqps' | 'percentunit' | 'bytes' | 'ops' | 'short';
  /** Values from which the panel shows red. */
  red?: number;
  /** A number now, in place of a curve. */
  stat?: true;
}

const COLUMNS = 24;
const HEIGHT = 8;
/** Two curves a row, or four numbers. */
const widthOf = ({ stat }: Panel): number => (stat ? COLUMNS / 4 : COLUMNS / 2);
const heightOf = ({ stat }: Panel): number => (stat ? HEIGHT / 2 : HEIGHT);

/** @returns the JSON that Grafana provisions */
export function dashboardJson({ uid, title, panels }: Dashboard): string {
  return `${JSON.stringify(
    {
      uid,
      title: `Sprayhunt: ${title}`,
      tags: ['sprayhunt'],
      schemaVersion: 39,
      editable: false,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      links: [{ type: 'dashboards', tags: ['sprayhunt'], title: 'Sprayhunt', asDropdown: true }],
      templating: {
        list: [
          {
            name: 'datasource',
            type: 'datasource',
            query: 'prometheus',
            current: { text: 'Prometheus', value: 'prometheus' },
          },
        ],
      },
      panels: inGrid(panels),
    },
    null,
    2,
  )}\n`;
}

function inGrid(panels: readonly Panel[]): object[] {
  let [x, y, rowHeight] = [0, 0, 0];
  return panels.map((panel, index) => {
    const [w, h] = [widthOf(panel), heightOf(panel)];
    if (x + w > COLUMNS || (x > 0 && h !== rowHeight)) [x, y] = [0, y + rowHeight];
    const gridPos = { x, y, w, h };
    [x, rowHeight] = [x + w, h];
    return { id: index + 1, gridPos, ...panelJson(panel) };
  });
}

const datasource = { type: 'prometheus', uid: '${datasource}' };

function panelJson({ title, description, queries, unit = 'short', red, stat }: Panel): object {
  const steps = [{ color: 'green', value: null }, ...(red === undefined ? [] : [{ color: 'red', value: red }])];
  return {
    type: stat ? 'stat' : 'timeseries',
    title,
    ...(description && { description }),
    datasource,
    fieldConfig: {
      defaults: {
        unit,
        min: 0,
        thresholds: { mode: 'absolute', steps },
        ...(!stat && red !== undefined && { custom: { thresholdsStyle: { mode: 'line' } } }),
      },
      overrides: [],
    },
    options: stat
      ? { reduceOptions: { calcs: ['lastNotNull'] } }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource,
      expr,
      legendFormat,
    })),
  };
}

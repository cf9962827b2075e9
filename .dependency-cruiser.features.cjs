/**
 * The page's features form no circle, through an index, a type or a lazily loaded part neither. The rule is about
 * folders, and a spec may render what is above its feature, so this configuration leaves the specs out.
 */
module.exports = {
  forbidden: [
    {
      name: 'page-features-form-no-circle',
      comment: 'What two features share belongs to one that is below both; a screen can pass the rest.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/web/src/features/[^/]+$' },
      to: { path: '^apps/web/src/features/[^/]+$', circular: true },
    },
  ],
  options: {
    includeOnly: { path: '^apps/web/src/features/' },
    exclude: { path: '\\.spec\\.tsx?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};

// Rules that oxlint does not have. Its configuration says which files they leave out.
const rule = (message, listen) => ({ create: (context) => listen((node) => context.report({ node, message })) });

export default {
  meta: { name: 'headwater' },
  rules: {
    'no-current-date': rule('The clock reads the time, so that a test can set it.', (report) => ({
      NewExpression: (node) => node.callee.name === 'Date' && node.arguments.length === 0 && report(node),
    })),
    'no-advisory-lock': rule('platform/database/locks.ts takes advisory locks, so that each number has one purpose.', (report) => {
      const check = (node, text) => /pg_(?:try_)?advisory/.test(text) && report(node);
      return {
        Literal: (node) => check(node, String(node.value)),
        TemplateElement: (node) => check(node, node.value.raw),
      };
    }),
  },
};

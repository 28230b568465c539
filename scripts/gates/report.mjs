import { twoAtATime } from '../prepare/command.mjs';

/**
 * Runs steps two at a time, prints a line for each and the output of failures. Resolves with their
 * names.
 */
export async function runSteps(steps) {
  const results = await twoAtATime(
    steps.map(({ name, run }) => async () => {
      const { code, output, seconds } = await run();
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(5)} s  ${name}`);
      if (code !== 0) console.log(output.replaceAll(/^/gm, '    '));
      return code === 0 ? [] : [name];
    }),
  );
  return results.flat();
}

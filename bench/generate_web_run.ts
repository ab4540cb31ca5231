/** Makes a web provider's run of a wanted size, from a seed. */
import { AtomicWriter } from "../lib/benchmark/atomic_writer.ts";

const CANDIDATES = 100;
/** Distinct papers a question that the lists are drawn from; the same ones recur over questions. */
const PAPERS_PER_QUESTION = 50;

/**
 * Writes a result file of lists as Brave's are: six of ten results on a PMC
 * page, papers that recur. The question ids are those of `generate`.
 *
 * @param questions How many.
 */
export async function generateWebRun(path: string, questions: number): Promise<void> {
  let state = 42;
  const random = (below: number) => {
    state = Math.imul(state, 1_103_515_245) + 12_345 >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
  await using file = await AtomicWriter.create(path);
  for (let question = 0; question < questions; question++) {
    const candidates = Array.from({ length: CANDIDATES }, (_, index) => {
      const paper = 1 + random(questions * PAPERS_PER_QUESTION);
      const onPmc = random(10) < 6;
      const url = onPmc
        ? `https://pmc.ncbi.nlm.nih.gov/articles/PMC${paper}/`
        : `https://pubmed.ncbi.nlm.nih.gov/${paper}/`;
      return {
        rank: index + 1,
        provider_id: url,
        pmid: onPmc ? null : String(paper),
        doi: null,
        title: `Results of study ${paper} on a made-up question of medicine`,
        year: null,
        pmcid: onPmc ? `PMC${paper}` : null,
        url,
      };
    });
    const id = `bench:${String(question).padStart(6, "0")}`;
    file.write(`${
      JSON.stringify({
        question_id: id,
        provider: "brave",
        query: `Question ${question}?`,
        max_year: 2015,
        candidates,
      })
    }\n`);
  }
  await file.commit();
}

/** The values of SciPy and of exhaustive enumeration that the statistics have to meet. */
export interface StatisticsReference {
  large: {
    a: number[];
    b: number[];
    mean_a: number;
    mean_b: number;
    ci95_mean_a_percentile_200k: [number, number];
    ci95_mean_difference_percentile_200k: [number, number];
    sign_flip_permutation_p_two_sided_200k: number;
    tolerance: { ci: number; p: number };
  };
  small_exact: { a: number[]; b: number[]; exact_sign_flip_p_two_sided: number }[];
  holm: { p: number[]; adjusted: number[] }[];
  degenerate: { values: number[]; ci95: [number, number] }[];
}

export const reference: StatisticsReference = JSON.parse(
  await Deno.readTextFile(new URL("../fixtures/statistics/expected.json", import.meta.url)),
);

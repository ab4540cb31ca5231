import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { identifiersFromUrl } from "../../lib/providers/url_identifiers.ts";

/** What an address gives: a PMID, a PMCID, a DOI, or nothing. */
type Expected = { pmid?: string; pmcid?: string; doi?: string };

function table(title: string, rows: readonly (readonly [url: string, expected: Expected])[]) {
  Deno.test(title, () => {
    for (const [url, expected] of rows) {
      assertEquals(
        identifiersFromUrl(url),
        { pmid: null, pmcid: null, doi: null, ...expected },
        url,
      );
    }
  });
}

const PMID = { pmid: "12345678" };
const PMC = { pmcid: "PMC1234567" };

table("PubMed addresses give the PMID", [
  ["https://pubmed.ncbi.nlm.nih.gov/12345678/", PMID],
  ["http://pubmed.ncbi.nlm.nih.gov/12345678", PMID],
  ["https://PubMed.NCBI.nlm.nih.gov/12345678/?dopt=Abstract#affiliation-1", PMID],
  ["https://pubmed.ncbi.nlm.nih.gov/00012345/", { pmid: "12345" }],
  ["https://www.ncbi.nlm.nih.gov/pubmed/12345678", PMID],
  ["http://ncbi.nlm.nih.gov/pubmed/12345678?report=abstract", PMID],
  ["https://www.ncbi.nlm.nih.gov/m/pubmed/12345678/", PMID],
  ["http://m.pubmed.ncbi.nlm.nih.gov/12345678", PMID],
  ["https://www.ncbi.nlm.nih.gov/pubmed/?term=12345678", PMID],
  ["https://pubmed.ncbi.nlm.nih.gov/?term=12345678%5Bpmid%5D", PMID],
  ["https://pubmed.ncbi.nlm.nih.gov/?term=12345678[uid]", PMID],
  [
    "https://www.ncbi.nlm.nih.gov/entrez/query.fcgi?cmd=Retrieve&db=PubMed&list_uids=12345678",
    PMID,
  ],
  ["https://www.ncbi.nlm.nih.gov/pmc/articles/pmid/12345678/", PMID],
  ["https://europepmc.org/article/MED/12345678", PMID],
  ["https://europepmc.org/abstract/med/12345678", PMID],
  ["https://pubmed.ncbi.nlm.nih.gov/23193287/?dopt=Abstract", { pmid: "23193287" }],
  ["https://jnm.example.org/cgi/pmidlookup?view=long&pmid=12345678", PMID],
  ["https://pubmed.ncbi.nlm.nih.gov./12345678/", PMID],
]);

table("PMC addresses give the PMCID, without version, and never its digits as a PMID", [
  ["https://pmc.ncbi.nlm.nih.gov/articles/PMC1234567/", PMC],
  ["https://pmc.ncbi.nlm.nih.gov/articles/PMC1234567", PMC],
  ["https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234567/", PMC],
  ["https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234567/figure/F1/", PMC],
  ["https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234567/table/T1", PMC],
  ["https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234567/?report=reader", PMC],
  ["https://www.ncbi.nlm.nih.gov/labs/pmc/articles/PMC1234567/", PMC],
  ["https://pmc.ncbi.nlm.nih.gov/articles/PMC1234567.1/", PMC],
  ["https://pmc.ncbi.nlm.nih.gov/articles/pmc1234567/", PMC],
  ["https://www.ncbi.nlm.nih.gov/pmc/articles/1234567/", PMC],
  ["https://europepmc.org/article/PMC/PMC1234567", PMC],
  ["https://europepmc.org/articles/PMC1234567?pdf=render", PMC],
  ["http://europepmc.org/backend/ptpmcrender.fcgi?accid=PMC1234567&blobtype=pdf", PMC],
  ["http://www.pubmedcentral.nih.gov/articlerender.fcgi?artid=1234567", PMC],
  ["https://www.ncbi.nlm.nih.gov/pmc/articles/PMC3531190/pdf/gks1195.pdf", {
    pmcid: "PMC3531190",
  }],
]);

table("pages of NCBI and Europe PMC that show no one paper give nothing", [
  ["https://pubmed.ncbi.nlm.nih.gov/", {}],
  ["https://pubmed.ncbi.nlm.nih.gov/?term=caffeine+apnea", {}],
  ["https://pubmed.ncbi.nlm.nih.gov/?term=10.1093/nar/gks1195", {}],
  ["https://pubmed.ncbi.nlm.nih.gov/?linkname=pubmed_pubmed_citedin&from_uid=23193287", {}],
  ["https://pubmed.ncbi.nlm.nih.gov/collections/1234/", {}],
  ["https://pubmed.ncbi.nlm.nih.gov/trending/", {}],
  ["https://pubmed.ncbi.nlm.nih.gov/clinical/", {}],
  ["https://pubmed.ncbi.nlm.nih.gov/123456789/", {}],
  ["https://pubmed.ncbi.nlm.nih.gov/000/", {}],
  ["https://www.ncbi.nlm.nih.gov/entrez/query.fcgi?db=Protein&list_uids=12345678", {}],
  ["https://www.ncbi.nlm.nih.gov/entrez/query.fcgi?db=PubMed&list_uids=1,2", {}],
  ["https://www.ncbi.nlm.nih.gov/books/NBK123/", {}],
  ["https://www.ncbi.nlm.nih.gov/pmc/articles/mid/NIHMS1234/", {}],
  ["https://www.ncbi.nlm.nih.gov/pmc/?term=caffeine", {}],
  ["https://www.ncbi.nlm.nih.gov/gene/7157", {}],
  ["https://europepmc.org/article/PPR/PPR123456", {}],
  ["https://europepmc.org/search?query=10.1093/nar/gks1195", {}],
  ["https://clinicaltrials.gov/study/NCT01234567", {}],
  ["https://jnm.example.org/compare?pmid=1&pmid=2", {}],
]);

table("look-alike hosts are not PubMed", [
  ["https://0-pubmed-ncbi-nlm-nih-gov.library.example.edu/12345678/", {}],
  ["https://pubmed.ncbi.nlm.nih.gov.example.com/12345678/", {}],
  ["https://pubmed.ncbi.nlm.nih.gov@example.com/12345678/", {}],
  ["https://example.com/?u=https://pubmed.ncbi.nlm.nih.gov/12345678/", {}],
  ["https://notpmc.ncbi.nlm.nih.gov/articles/PMC1234567/", {}],
]);

const WILEY = { doi: "10.1111/j.1582-4934.2011.01476.x" };
const SICI = { doi: "10.1002/1521-3951(200009)221:1<453::aid-pssb453>3.0.co;2-q" };

table("a DOI in the path is found on any host, without what the page adds", [
  ["https://doi.org/10.1093/nar/gks1195", { doi: "10.1093/nar/gks1195" }],
  ["http://dx.doi.org/10.1093/NAR/GKS1195", { doi: "10.1093/nar/gks1195" }],
  ["https://doi.org/doi:10.1093/nar/gks1195", { doi: "10.1093/nar/gks1195" }],
  ["https://doi.org/urn:doi:10.1093/nar/gks1195", { doi: "10.1093/nar/gks1195" }],
  ["https://doi.org/info:doi/10.1093/nar/gks1195", { doi: "10.1093/nar/gks1195" }],
  ["https://doi.org/10.1093%2Fnar%2Fgks1195", { doi: "10.1093/nar/gks1195" }],
  ["https://onlinelibrary.wiley.com/doi/full/10.1111/j.1582-4934.2011.01476.x", WILEY],
  ["http://onlinelibrary.wiley.com/doi/10.1111/j.1582-4934.2011.01476.x/full", WILEY],
  ["https://onlinelibrary.wiley.com/doi/epdf/10.1111/j.1582-4934.2011.01476.x", WILEY],
  ["https://onlinelibrary.wiley.com/doi/pdfdirect/10.1111/j.1582-4934.2011.01476.x?x=1", WILEY],
  [
    "http://onlinelibrary.wiley.com/doi/10.1002/1521-3951(200009)221:1<453::AID-PSSB453>3.0.CO;2-Q/abstract;jsessionid=FA.f02t01",
    SICI,
  ],
  [
    "http://onlinelibrary.wiley.com/doi/10.1002/1521-3951%28200009%29221%3A1%3C453%3A%3AAID-PSSB453%3E3.0.CO%3B2-Q/abstract",
    SICI,
  ],
  ["http://onlinelibrary.wiley.com/doi/10.1002/1521-3951(200009)221:1<453::AID>3.0.CO;2-%23", {
    doi: "10.1002/1521-3951(200009)221:1<453::aid>3.0.co;2-#",
  }],
  ["https://www.tandfonline.com/doi/abs/10.1080/00029157.2000.10404277", {
    doi: "10.1080/00029157.2000.10404277",
  }],
  ["https://www.tandfonline.com/doi/suppl/10.1080/15548627.2020.1797280/suppl_file/a.pdf", {
    doi: "10.1080/15548627.2020.1797280",
  }],
  ["https://www.science.org/doi/10.1126/science.1225829", { doi: "10.1126/science.1225829" }],
  ["https://www.nejm.org/doi/full/10.1056/NEJMoa2034577?query=TOC", {
    doi: "10.1056/nejmoa2034577",
  }],
  ["http://link.springer.com/article/10.1007%2Fs10552-015-0707-0", {
    doi: "10.1007/s10552-015-0707-0",
  }],
  ["https://link.springer.com/article/10.1007/s10552-015-0707-0/figures/2", {
    doi: "10.1007/s10552-015-0707-0",
  }],
  ["https://link.springer.com/content/pdf/10.1007/s00439-001-0001-2.pdf", {
    doi: "10.1007/s00439-001-0001-2",
  }],
  ["https://link.springer.com/chapter/10.1007/978-3-540-12345-6_5", {
    doi: "10.1007/978-3-540-12345-6_5",
  }],
  [
    "https://static-content.springer.com/esm/art%3A10.1186%2Fs12864-015-1234-5/MediaObjects/12864_ESM.pdf",
    { doi: "10.1186/s12864-015-1234-5" },
  ],
  ["https://bmcgenomics.biomedcentral.com/track/pdf/10.1186/s12864-015-1234-5?site=x", {
    doi: "10.1186/s12864-015-1234-5",
  }],
  ["https://www.frontiersin.org/articles/10.3389/fimmu.2020.00001/full", {
    doi: "10.3389/fimmu.2020.00001",
  }],
  ["https://www.frontiersin.org/journals/immunology/articles/10.3389/fimmu.2020.00001/pdf", {
    doi: "10.3389/fimmu.2020.00001",
  }],
  ["https://iopscience.iop.org/article/10.1088/0031-9155/51/13/R09/meta", {
    doi: "10.1088/0031-9155/51/13/r09",
  }],
  ["https://www.spandidos-publications.com/10.3892/or.2013.2535/abstract", {
    doi: "10.3892/or.2013.2535",
  }],
  ["https://www.jstor.org/stable/10.13110/merrtal.29.1.0001#metadata_tab", {
    doi: "10.13110/merrtal.29.1.0001",
  }],
  ["https://f1000research.example/10.12688/f1000research.12345.2", {
    doi: "10.12688/f1000research.12345.2",
  }],
  ["https://example.org/paper/10.1016/S0140-6736(20)30183-5).", {
    doi: "10.1016/s0140-6736(20)30183-5",
  }],
  ["https://academic.oup.com/nar/advance-article/doi/10.1093/nar/gkaa1100/5998398", {
    doi: "10.1093/nar/gkaa1100",
  }],
  ["https://nar.example.org/content/10.1093/nar/gks1195/-/DC1", { doi: "10.1093/nar/gks1195" }],
  ["https://www.frontiersin.org/articles/10.3389/fimmu.2020.00001/xml/nlm", {
    doi: "10.3389/fimmu.2020.00001",
  }],
  ["https://www.nature.com/doifinder/10.1038/nature03404", { doi: "10.1038/nature03404" }],
  ["https://www.nature.com/articles/10.1038/nature03404", { doi: "10.1038/nature03404" }],
  ["https://academic.oup.com/nar/article-abstract/doi/10.1093/nar/25.17.3389/1061234", {
    doi: "10.1093/nar/25.17.3389",
  }],
]);

table("a DOI in a query parameter that names the page's own paper is found", [
  ["https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0154075", {
    doi: "10.1371/journal.pone.0154075",
  }],
  [
    "https://journals.plos.org/plosone/article?id=info%3Adoi%2F10.1371%2Fjournal.pone.0153994",
    { doi: "10.1371/journal.pone.0153994" },
  ],
  [
    "https://journals.plos.org/plosone/article/file?id=10.1371/journal.pone.0154075&type=printable",
    { doi: "10.1371/journal.pone.0154075" },
  ],
  [
    "https://journals.plos.org/plosone/article/asset?unique&id=info:doi/10.1371/journal.pone.0154075.s002",
    { doi: "10.1371/journal.pone.0154075" },
  ],
  ["https://publisher.example/show?doi=10.1093/nar/gks1195", { doi: "10.1093/nar/gks1195" }],
  ["https://publisher.example/show?DOI=https://doi.org/10.1093/nar/gks1195", {
    doi: "10.1093/nar/gks1195",
  }],
]);

table("preprint servers: the version goes, the prefix stays as it is", [
  ["https://www.biorxiv.org/content/10.1101/2020.11.02.364968v2", {
    doi: "10.1101/2020.11.02.364968",
  }],
  ["https://www.biorxiv.org/content/10.1101/2020.11.02.364968v2.full.pdf", {
    doi: "10.1101/2020.11.02.364968",
  }],
  ["https://www.biorxiv.org/content/10.64898/2026.02.08.700508v2", {
    doi: "10.64898/2026.02.08.700508",
  }],
  ["https://www.medrxiv.org/content/10.1101/2020.03.01.20029884v1.supplementary-material", {
    doi: "10.1101/2020.03.01.20029884",
  }],
  ["https://www.biorxiv.org/content/10.1101/123456.abstract", { doi: "10.1101/123456" }],
  ["https://www.biorxiv.org/content/biorxiv/early/2018/01/01/123456.full.pdf", {}],
  ["https://arxiv.org/abs/2101.00001v2", { doi: "10.48550/arxiv.2101.00001" }],
  ["https://arxiv.org/pdf/2101.00001.pdf", { doi: "10.48550/arxiv.2101.00001" }],
]);

table("hosts whose addresses determine a DOI without holding it", [
  ["https://www.nature.com/articles/s41586-020-2649-2", { doi: "10.1038/s41586-020-2649-2" }],
  ["https://www.nature.com/articles/s41586-020-2649-2.pdf", { doi: "10.1038/s41586-020-2649-2" }],
  ["https://www.nature.com/articles/s41586-020-2649-2/figures/1", {
    doi: "10.1038/s41586-020-2649-2",
  }],
  ["https://www.nature.com/articles/nature03404", { doi: "10.1038/nature03404" }],
  ["https://www.nature.com/articles/ng.2223", { doi: "10.1038/ng.2223" }],
  ["https://www.nature.com/articles/nsmb.2666", { doi: "10.1038/nsmb.2666" }],
  ["https://www.nature.com/articles/srep12345", { doi: "10.1038/srep12345" }],
  ["https://www.nature.com/articles/srep20123", { doi: "10.1038/srep20123" }],
  ["https://www.nature.com/articles/ncomms1234", { doi: "10.1038/ncomms1234" }],
  ["https://www.nature.com/articles/cr2009141", { doi: "10.1038/cr.2009.141" }],
  ["https://www.nature.com/articles/cddis201475", { doi: "10.1038/cddis.2014.75" }],
  ["https://www.nature.com/articles/6601234", {}],
  ["https://www.nature.com/subjects/immunology", {}],
  ["http://www.biomedcentral.com/1471-2164/15/707", { doi: "10.1186/1471-2164-15-707" }],
  ["https://www.karger.com/Article/Abstract/329047", { doi: "10.1159/000329047" }],
  ["https://www.jci.org/articles/view/32496", { doi: "10.1172/jci32496" }],
  ["https://elifesciences.org/articles/12203", { doi: "10.7554/elife.12203" }],
  ["https://elifesciences.org/content/5/e12203", { doi: "10.7554/elife.12203" }],
  ["https://www.bmj.com/content/353/bmj.i2195", { doi: "10.1136/bmj.i2195" }],
  [
    "https://www.thelancet.com/journals/lancet/article/PIIS0140-6736(20)30183-5/fulltext",
    { doi: "10.1016/s0140-6736(20)30183-5" },
  ],
]);

table("addresses that do not determine a paper give nothing", [
  ["https://www.sciencedirect.com/science/article/pii/S1368837521002293", {}],
  ["https://www.cell.com/cell/fulltext/S0092-8674(20)30183-5", {}],
  ["https://linkinghub.elsevier.com/retrieve/pii/S0092867420301835", {}],
  ["https://www.mdpi.com/1422-0067/21/3/1000", {}],
  ["https://www.hindawi.com/journals/aan/2015/708915/", {}],
  ["https://jamanetwork.com/journals/jama/fullarticle/123", {}],
  ["https://gut.bmj.com/content/65/5/767", {}],
  ["https://academic.oup.com/nar/article/41/D1/D36/1061234", {}],
  ["https://www.researchgate.net/publication/12345678_A_title", {}],
  ["https://www.semanticscholar.org/paper/A-title/0123456789abcdef", {}],
  ["https://doi.org/hvx", {}],
  ["https://doi.org/10/abcde", {}],
  ["https://doi.org/10.1000/xyz123", {}],
  ["https://doi.org/10.1093/", {}],
  ["https://doi.org/10.1093/x", {}],
  ["https://example.org/release-10.1234/notes", {}],
  ["https://example.org/v10.1234/notes", {}],
  ["https://example.org/search?q=10.1093/nar/gks1195", {}],
  ["https://example.org/login?redirect=https://doi.org/10.1093/nar/gks1195", {}],
  ["https://example.org/page?utm_content=10.1093/nar/gks1195", {}],
  ["https://onlinelibrary.wiley.com/toc/10.1111/15824934/2011/15/11", {}],
  ["https://onlinelibrary.wiley.com/journal/10.1002/(ISSN)1097-0258", {}],
]);

table("where the end of a DOI is unknown, or there are two, none is given", [
  ["https://example.org/10.1093/nar/gks1195%20and%20more", {}],
  ["https://example.org/10.1093/nar/gks1195&utm_source=x", {}],
  ["https://example.org/10.1093%252Fnar%252Fgks1195", {}],
  ["https://example.org/10.1093/nar/gks1195%ZZ", {}],
  ["https://example.org/compare/10.1093/nar/gks1195/10.1093/nar/gkaa1100", {}],
  ["https://example.org/10.1093/nar/gks1195?doi=10.1093/nar/gkaa1100", {}],
  ["http://onlinelibrary.wiley.com/doi/10.1002/1521-3951(200009)221:1<453::AID>3.0.CO;2-#", {}],
]);

table("what is no web address gives nothing", [
  ["", {}],
  ["10.1093/nar/gks1195", {}],
  ["pubmed.ncbi.nlm.nih.gov/12345678", {}],
  ["ftp://pubmed.ncbi.nlm.nih.gov/12345678", {}],
  ["javascript:alert('10.1093/nar/gks1195')", {}],
  ["https://[bad", {}],
]);

Deno.test("any text is taken without an exception, and what is found is well formed", () => {
  const pieces = fc.constantFrom(
    "https://",
    "doi.org/",
    "pubmed.ncbi.nlm.nih.gov/",
    "www.ncbi.nlm.nih.gov/pmc/articles/PMC",
    "www.nature.com/articles/",
    "www.biorxiv.org/content/",
    "10.1101/",
    "10.1093/nar/",
    "%2F",
    "%",
    "?doi=",
    "&pmid=",
    "#",
    ";jsessionid=",
    "/full",
    ".pdf",
    "v2",
  );
  const text = fc.array(fc.oneof(pieces, fc.string(), fc.string({ unit: "binary" })))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(text, text.map((tail) => `https://doi.org/${tail}`)), (url) => {
      const { pmid, pmcid, doi } = identifiersFromUrl(url);
      assert(pmid === null || /^[1-9]\d{0,7}$/.test(pmid), `pmid ${pmid}`);
      assert(pmcid === null || /^PMC[1-9]\d{0,8}$/.test(pmcid), `pmcid ${pmcid}`);
      assert(
        doi === null || /^10\.\d{4,9}(\.\d+)*\/[!-~]*[!-~]$/.test(doi) && doi === doi.toLowerCase(),
        `doi ${doi}`,
      );
    }),
    { numRuns: 2000 },
  );
});

Deno.test("any PMID and PMCID round-trips through every known shape", () => {
  const number = fc.integer({ min: 1, max: 99_999_999 }).map(String);
  const pmidShapes = [
    (id: string) => `https://pubmed.ncbi.nlm.nih.gov/${id}/`,
    (id: string) => `https://www.ncbi.nlm.nih.gov/pubmed/${id}?dopt=Abstract`,
    (id: string) => `https://www.ncbi.nlm.nih.gov/pmc/articles/pmid/${id}/`,
    (id: string) => `https://europepmc.org/article/MED/${id}`,
    (id: string) => `https://pubmed.ncbi.nlm.nih.gov/?term=${id}`,
    (id: string) => `https://publisher.example/cgi/pmidlookup?pmid=${id}`,
  ];
  const pmcidShapes = [
    (id: string) => `https://pmc.ncbi.nlm.nih.gov/articles/PMC${id}/`,
    (id: string) => `https://www.ncbi.nlm.nih.gov/pmc/articles/PMC${id}.2/pdf/x.pdf`,
    (id: string) => `https://europepmc.org/articles/PMC${id}`,
  ];
  fc.assert(fc.property(number, (id) => {
    for (const shape of pmidShapes) {
      assertEquals(identifiersFromUrl(shape(id)), { pmid: id, pmcid: null, doi: null });
    }
    for (const shape of pmcidShapes) {
      assertEquals(identifiersFromUrl(shape(id)), { pmid: null, pmcid: `PMC${id}`, doi: null });
    }
  }));
});

Deno.test("any DOI of Crossref's recommended characters round-trips through every known shape", () => {
  const word = fc.stringMatching(/^[a-z0-9]([-._a-z0-9]{0,12}[0-9])?$/);
  const doi = fc.tuple(fc.integer({ min: 1001, max: 99_999 }), word, word, fc.nat(999_999))
    .map(([prefix, a, b, n]) => `10.${prefix}/${a}(${b})${n}`);
  const shapes = [
    (id: string) => `https://doi.org/${id}`,
    (id: string) => `https://doi.org/${encodeURIComponent(id)}`,
    (id: string) => `https://publisher.example/doi/full/${id}`,
    (id: string) => `https://publisher.example/doi/${id}/abstract;jsessionid=A1.b2`,
    (id: string) => `https://publisher.example/content/pdf/${id}.pdf#page=2`,
    (id: string) => `https://publisher.example/articles/${id}/full/`,
    (id: string) => `https://publisher.example/show?doi=${encodeURIComponent(id)}&x=1`,
    (id: string) => `https://publisher.example/show?id=info:doi/${id}`,
  ];
  fc.assert(fc.property(doi, (id) => {
    for (const shape of shapes) {
      assertEquals(identifiersFromUrl(shape(id)).doi, id, shape(id));
    }
  }));
});

import json,sys,glob
for f in glob.glob('/tmp/rt/prof/*.cpuprofile'):
    p=json.load(open(f)); nodes={n['id']:n for n in p['nodes']}
    dt=p['timeDeltas']; self={}
    for s,d in zip(p['samples'],dt):
        n=nodes[s]['callFrame']; k=(n['functionName'] or '(anon)')+' '+n['url'].split('/')[-1]+':'+str(n['lineNumber'])
        self[k]=self.get(k,0)+d
    tot=sum(dt)
    for k,v in sorted(self.items(),key=lambda x:-x[1])[:28]: print(f"{v/1000:8.0f}ms {100*v/tot:5.1f}% {k}")

def starter(ids): return ""
